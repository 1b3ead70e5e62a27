"""From planned files to files on disk: compare, then write or report.

`plan` compares a package with the disk, `apply` makes the disk follow, and both work under the package's lock. This
package owns MANIFEST.json; nothing else writes below `generated/`. `put` writes one file that is its author's.
"""

from pactwright.write.applying import apply
from pactwright.write.changes import Applied, Change, Kind, Obstacle, Plan, WriteProblem
from pactwright.write.lock import locked
from pactwright.write.planning import plan
from pactwright.write.single import put

__all__ = ["Applied", "Change", "Kind", "Obstacle", "Plan", "WriteProblem", "apply", "locked", "plan", "put"]
