"""The notebook kernel's own sandbox, seen from inside a real kernel."""

import asyncio
from pathlib import Path

import pytest

from autograder.publish.kernel import SandboxedKernelManager, sockets_folder
from autograder.sandbox import landlock

ATTACK = (Path(__file__).parent / "notebook_attacks" / "looks_for_privileges.py").read_text(encoding="utf-8")


async def printed_by(folder: Path, *sources: str) -> str:
    """Run these cells in one kernel, as nbgrader's own process would start it; all that they print and raise."""
    with sockets_folder() as sockets:
        manager = SandboxedKernelManager(folder=str(folder), sockets=str(sockets))
        await manager.start_kernel()
        client = manager.client()
        client.start_channels()
        said: list[str] = []

        def keep(message) -> None:
            content = message["content"]
            said.append(content.get("text", "") or "\n".join(content.get("traceback", [])))

        try:
            await client.wait_for_ready(timeout=60)
            for source in sources:
                await client.execute_interactive(source, timeout=60, output_hook=keep)
        finally:
            client.stop_channels()
            await manager.shutdown_kernel(now=True)
        return "".join(said)


@pytest.fixture(params=["with Landlock", "without Landlock"])
def landlock_or_not(request, tmp_path, monkeypatch) -> None:
    """Where a system has no Landlock (here: a file in its place that says so), the rest has to hold alone."""
    if request.param == "without Landlock":
        without = tmp_path / "landlock.py"
        without.write_text("def version():\n    return 0\n")
        monkeypatch.setattr(landlock, "__file__", str(without))


def test_a_kernel_has_nothing_that_it_does_not_need(landlock_or_not, tmp_path):
    said = asyncio.run(printed_by(tmp_path, ATTACK, "print('after', 6 * 7)")).splitlines()
    assert said[-1] == "after 42"
    assert [line for line in said if not line.startswith("refused")] == ["after 42"], "\n".join(said)
    families = [line for line in said if "ALG" in line or "INET6" in line]  # whether this system has them or not
    assert len(said) > 20 and all("Operation not permitted" in line for line in families), families
