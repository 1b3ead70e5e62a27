# Code generated from contract.yaml. DO NOT EDIT.
# Change the contract, then run: pactwright generate
"""The tools of hostile-texts-mcp."""

from __future__ import annotations

from collections.abc import Iterator

from . import models
from .runtime import Call, Tool, Toolbox, Violation

TOOLBOX = Toolbox()


@TOOLBOX.tool
class Odd(Tool[models.OddArgs, models.OddResult]):
    """He said "hi": ''' \"\"\" \\ {{ x }} {% y %} $${z} %s \x00 \u202e 😀 #{a} \\N{DASH}
 end\\
"""

    name = "odd"

    def rules(self, args: models.OddArgs) -> Iterator[Violation]:
        if args["not"] == "q'q\\":
            yield Violation(
                fields=("not",),
                reason='He said "hi": \'\'\' """ \\ {{ x }} {% y %} $${z} %s \x00 \u202e 😀 #{a} \\N{DASH} \n end\\',
            )

    async def answer(self, args: models.OddArgs, call: Call) -> models.OddResult:
        return {
            "text": f"He said \"hi\": ''' \"\"\" \\ {{{{ x }}}} {{% y %}} ${{z}} %s \x00 \u202e 😀 #{{a}} \\N{{DASH}} \n end\\ {args['not']} He said \"hi\": ''' \"\"\" \\ {{{{ x }}}} {{% y %}} ${{z}} %s \x00 \u202e 😀 #{{a}} \\N{{DASH}} \n end\\"
        }

    def presence(self, args: models.OddArgs, result: models.OddResult) -> Iterator[Violation]:
        if (
            'He said "hi": \'\'\' """ \\ {{ x }} {% y %} $${z} %s \x00 \u202e 😀 #{a} \\N{DASH} \n end\\' in result
        ) != (args["not"] == "x"):
            yield Violation(
                fields=('He said "hi": \'\'\' """ \\ {{ x }} {% y %} $${z} %s \x00 \u202e 😀 #{a} \\N{DASH} \n end\\',),
                reason='He said "hi": \'\'\' """ \\ {{ x }} {% y %} $${z} %s \x00 \u202e 😀 #{a} \\N{DASH} \n end\\',
            )
