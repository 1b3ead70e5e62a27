"""Where the vendored checks find the package they are about, and the tokens its server lets in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jwt
import pytest
from pactwright.conformance.package import NoPackage, expectations, find_package
from pactwright.conformance.tokens import TokenMaker


def test_a_package_is_found_beside_its_tests(tmp_path: Path) -> None:
    folder = tmp_path / "src" / "parcels_for_this_test"
    folder.mkdir(parents=True)
    (folder / "contract.json").write_text("{}")
    found = find_package(tmp_path / "tests")
    assert (found.name, found.contract) == ("parcels_for_this_test", folder / "contract.json")


def test_an_installed_package_that_differs_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place, text in (("src", "{}"), ("site", '{"older": true}')):
        folder = tmp_path / place / "parcels_for_that_test"
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
        (folder / "contract.json").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    with pytest.raises(NoPackage, match="differs"):
        find_package(tmp_path / "tests")
    (tmp_path / "site" / "parcels_for_that_test" / "contract.json").write_text("{}")
    assert find_package(tmp_path / "tests").folder == tmp_path / "site"


def test_without_a_package_there_is_nothing_to_test(tmp_path: Path) -> None:
    with pytest.raises(NoPackage, match="exactly one"):
        find_package(tmp_path / "tests")


def test_tokens_are_good_but_for_the_claims_given() -> None:
    maker = TokenMaker("s" * 48, {"issuer": "https://i.example", "audience": "https://a.example", "scopes": ["x", "y"]})
    options: Any = {"algorithms": ["HS256"], "audience": "https://a.example", "issuer": "https://i.example"}
    assert jwt.decode(maker({}), "s" * 48, **options)["scope"] == "x y"
    with pytest.raises(jwt.ExpiredSignatureError):
        jwt.decode(maker({"exp": 1}), "s" * 48, **options)
    assert "s" * 48 not in repr(maker)


def test_a_copy_of_the_contract_beside_the_tests_is_what_counts(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    for folder in (tmp_path / "src" / "parcels_for_another_test", tests):
        folder.mkdir(parents=True)
    (tmp_path / "src" / "parcels_for_another_test" / "contract.json").write_text("{}")
    package = find_package(tests)
    assert expectations(tests, package) == package.contract
    (tests / "contract.json").write_text("{}")
    assert expectations(tests, package) == tests / "contract.json"
