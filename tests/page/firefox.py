# Drives a headless Firefox over its Marionette port: pages and scripts. Standard library only.
import json
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

NAMES = ("firefox", "firefox-esr")


class Firefox:
    """`with Firefox() as browser:`; the browser is killed however the block ends."""

    def __enter__(self):
        program = next((found for found in map(shutil.which, NAMES) if found), None)
        if not program:
            raise SystemExit("no browser: none of " + ", ".join(NAMES) + " is installed")
        self._folder = tempfile.mkdtemp(prefix="ballast-page-")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        pathlib.Path(self._folder, "user.js").write_text(
            f'user_pref("marionette.port", {port});\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
            'user_pref("app.update.enabled", false);\nuser_pref("network.captive-portal-service.enabled", false);\n')
        self._process = subprocess.Popen([program, "--headless", "--marionette", "--profile", self._folder],
                                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            until = time.monotonic() + 90
            while True:
                try:
                    self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
                    break
                except OSError:
                    if time.monotonic() > until:
                        raise
                    time.sleep(0.2)
            self._number = 0
            self._rest = b""
            self._receive()
            self.call("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"pageLoadStrategy": "normal"}}})
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait(20)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _receive(self):
        while b":" not in self._rest:
            self._rest += self._socket.recv(1 << 16)
        length, self._rest = self._rest.split(b":", 1)
        while len(self._rest) < int(length):
            self._rest += self._socket.recv(1 << 16)
        message, self._rest = self._rest[:int(length)], self._rest[int(length):]
        return json.loads(message)

    def call(self, command, parameters=None):
        self._number += 1
        text = json.dumps([0, self._number, command, parameters or {}]).encode()
        self._socket.sendall(str(len(text)).encode() + b":" + text)
        _, number, error, result = self._receive()
        assert number == self._number
        if error:
            raise AssertionError(f"{command}: {error}")
        return result.get("value") if isinstance(result, dict) else result

    def open(self, address):
        self.call("WebDriver:Navigate", {"url": "about:blank"})
        self.call("WebDriver:Navigate", {"url": address})

    def evaluate(self, expression):
        return self.call("WebDriver:ExecuteScript", {"script": f"return ({expression});", "args": [], "newSandbox": False,
                                                     "sandbox": None})

    def wait(self, expression, seconds=30):
        until = time.monotonic() + seconds
        while not self.evaluate(expression):
            if time.monotonic() > until:
                raise AssertionError("waited in vain for " + expression)
            time.sleep(0.05)
