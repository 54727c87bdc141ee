"""Firefox without a window, driven over Marionette in its privileged context.

A small client of the protocol: length-prefixed JSON over TCP, one command and one answer at a time.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any

STARTING = 60.0  # seconds; a cold start on a busy machine
PREFERENCES = {
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_open_during_load": False,
    "extensions.update.enabled": False,
    "marionette.port": 0,  # a free one; Firefox writes which into its profile
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.type": 0,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": False,
}


class Firefox:
    """A Firefox of its own profile; `run` runs a script with all privileges."""

    def __init__(self, profile: Path) -> None:
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines))
        command = ["firefox-esr", "--headless", "--marionette", "--remote-allow-system-access"]
        with (profile / "stderr").open("wb") as errors:
            self.process = subprocess.Popen(
                [*command, "--no-remote", "--profile", str(profile)],
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )
        self.socket = self._connect(profile / "MarionetteActivePort")
        self._read()  # the greeting
        self.last = 0
        self.ask("WebDriver:NewSession", {})
        self.ask("Marionette:SetContext", {"value": "chrome"})
        self.ask("WebDriver:SetTimeouts", {"script": 30_000})

    def run(self, script: str, *arguments: Any) -> Any:
        """Run the body of an async function; return what it returns, raise what it throws."""
        body = (
            "const [...args] = arguments; const done = args.pop();"
            f"(async (...args) => {{ {script} }})(...args).then("
            "value => done({value}), error => done({error: `${error}\\n${error.stack}`}));"
        )
        said = self.ask(
            "WebDriver:ExecuteAsyncScript",
            {"script": body, "args": list(arguments), "sandbox": "system", "newSandbox": False},
        )["value"]
        if "error" in said:
            raise AssertionError(said["error"])
        return said.get("value")

    def ask(self, name: str, parameters: dict[str, Any]) -> Any:
        """Send one command and return its result."""
        self.last += 1
        message = json.dumps([0, self.last, name, parameters]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self._read()
        if error:
            raise AssertionError(f"{name}: {error['message']}\n{error.get('stacktrace', '')}")
        return result

    def close(self) -> None:
        """End this Firefox."""
        try:
            self.ask("Marionette:Quit", {"flags": ["eForceQuit"]})
            self.process.wait(20)
        except (AssertionError, OSError, ValueError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait(10)
        self.socket.close()

    def __enter__(self) -> Firefox:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def _connect(self, active_port: Path) -> socket.socket:
        end = time.monotonic() + STARTING
        while time.monotonic() < end and self.process.poll() is None:
            try:
                port = int(active_port.read_text())
                return socket.create_connection(("127.0.0.1", port), timeout=60)
            except (OSError, ValueError):
                time.sleep(0.1)
        self.process.kill()
        raise AssertionError("Firefox does not start: see stderr in its profile.")

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._take(1)
        return json.loads(self._take(int(length[:-1])))

    def _take(self, n: int) -> bytes:
        taken = b""
        while len(taken) < n:
            part = self.socket.recv(n - len(taken))
            if not part:
                raise ConnectionError("Firefox hung up.")
            taken += part
        return taken


def installed() -> bool:
    """Tell whether there is a Firefox to drive."""
    return shutil.which("firefox-esr") is not None
