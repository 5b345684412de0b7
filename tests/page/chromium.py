# Drives a headless Chromium over --remote-debugging-pipe: pages, real mouse and key events, screenshots, and what a page
# complains of or asks of the network. Standard library only.
import base64
import contextlib
import fcntl
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome")

# What a key event needs besides its name: code and virtual key.
KEYS = {
    "Tab": ("Tab", 9), "Enter": ("Enter", 13), "Escape": ("Escape", 27), "Backspace": ("Backspace", 8),
    "ArrowLeft": ("ArrowLeft", 37), "ArrowUp": ("ArrowUp", 38), "ArrowRight": ("ArrowRight", 39),
    "ArrowDown": ("ArrowDown", 40), "Home": ("Home", 36), "End": ("End", 35), "PageUp": ("PageUp", 33),
    "PageDown": ("PageDown", 34), "/": ("Slash", 191), "+": ("Equal", 187), "-": ("Minus", 189), " ": ("Space", 32),
}
SHIFT = 8


class Failure(Exception):
    """The browser did not do what was asked of it."""


def find_browser():
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    raise Failure("no browser: none of " + ", ".join(NAMES) + " is installed")


class Browser:
    """`with Browser() as browser:`; the browser is killed however the block ends."""

    def __init__(self, timeout=30):
        self.timeout = timeout
        self.session = None
        self.address = None
        self.events = []
        self._number = 0
        self._rest = b""
        self._process = None
        self._folder = None
        self._pipes = []

    def __enter__(self):
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_):
        self.close()

    def _start(self):
        browser = find_browser()
        self._folder = tempfile.mkdtemp(prefix="ballast-page-")
        # Above 4, so that making 3 and 4 of them overwrites neither.
        ends = []
        for end in os.pipe() + os.pipe():
            ends.append(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10))
            os.close(end)
        child_in, self._out, self._in, child_out = ends
        self._pipes = [self._out, self._in]

        def inherit():
            os.dup2(child_in, 3)
            os.dup2(child_out, 4)

        command = [browser, "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={self._folder}",
                   "--no-first-run", "--no-default-browser-check", "--disable-gpu", "--disable-dev-shm-usage",
                   "--disable-background-networking", "--disable-component-update", "--disable-sync",
                   "--disable-extensions", "--metrics-recording-only", "--mute-audio", "--hide-scrollbars",
                   "--force-color-profile=srgb"]
        if os.geteuid() == 0:
            command.append("--no-sandbox")
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL, pass_fds=(3, 4), preexec_fn=inherit,
                                         start_new_session=True)
        os.close(child_in)
        os.close(child_out)
        self._new_page()

    def close(self):
        process, self._process = self._process, None
        if process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
        pipes, self._pipes = self._pipes, []
        for pipe in pipes:
            with contextlib.suppress(OSError):
                os.close(pipe)
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def cpu_seconds(self):
        """What all processes of the browser have used: on a busy machine, more time passes."""
        ticks = 0
        for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                fields = path.read_text().rpartition(")")[2].split()
                if int(fields[3]) == self._process.pid:  # its session
                    ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    # --- messages ---

    def _receive(self, until):
        """The next message, or None at that time."""
        while b"\0" not in self._rest:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self._in], [], [], left)[0]:
                return None
            piece = os.read(self._in, 1 << 20)
            if not piece:
                raise Failure("the browser ended")
            self._rest += piece
        message, self._rest = self._rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session="page", **parameters):
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if session == "page":
            message["sessionId"] = self.session
        rest = json.dumps(message).encode() + b"\0"
        until = time.monotonic() + self.timeout
        while rest:
            if not select.select([], [self._out], [], max(0, until - time.monotonic()))[1]:
                raise Failure(f"{method}: the browser takes nothing for {self.timeout} s")
            rest = rest[os.write(self._out, rest[:4096]):]
        while True:
            answer = self._receive(until)
            if answer is None:
                raise Failure(f"{method}: no answer for {self.timeout} s")
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']['message']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def pause(self, seconds):
        """Lets the page go on, and takes what it says meanwhile."""
        until = time.monotonic() + seconds
        while (message := self._receive(until)) is not None:
            self.events.append(message)

    def _new_page(self):
        target = self.call("Target.createTarget", session=None, url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", session=None, targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    # --- pages ---

    def resize(self, width, height, phone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if phone else 1,
                  mobile=phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone, maxTouchPoints=2 if phone else 1)

    def prefer(self, scheme="light", less_motion=False):
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce" if less_motion else "no-preference"}])

    def open(self, path, fragment="", ready="true"):
        """Navigates to a file and waits until the expression holds. What was said before is forgotten."""
        before, self.address = self.address, pathlib.Path(path).resolve().as_uri()
        if self.address == before:
            # Another fragment alone would load nothing.
            self.call("Page.navigate", url="about:blank")
            self.wait("location.href === 'about:blank' && document.readyState === 'complete'")
        self.pause(0.02)
        self.events.clear()
        self.call("Page.navigate", url=self.address + fragment)
        self.wait(f"location.href.split('#')[0] === {json.dumps(self.address)} && document.readyState === 'complete' && ({ready})",
                  every=0.005)

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            told = answer["exceptionDetails"]
            raise Failure(expression[:200] + ": " + told.get("exception", {}).get("description", told["text"]))
        return answer["result"].get("value")

    def wait(self, expression, seconds=None, every=0.02):
        until = time.monotonic() + (self.timeout if seconds is None else seconds)
        while True:
            with contextlib.suppress(Failure):
                if self.evaluate(f"Boolean({expression})"):
                    return
            if time.monotonic() > until:
                raise Failure("waited in vain for " + expression)
            self.pause(every)

    def frame(self):
        """Waits until what was changed is drawn."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(() => done(true))))")

    def screenshot(self, path, whole=False):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    # --- input ---

    def _mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def move(self, x, y):
        self._mouse("mouseMoved", x, y)
        self.frame()

    def click(self, x, y, count=1):
        self._mouse("mouseMoved", x, y)
        for n in range(1, count + 1):
            self._mouse("mousePressed", x, y, button="left", buttons=1, clickCount=n)
            self._mouse("mouseReleased", x, y, button="left", clickCount=n)
        self.frame()

    def drag(self, x, y, to_x, to_y, steps=5):
        self._mouse("mouseMoved", x, y)
        self._mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        for i in range(1, steps + 1):
            self._mouse("mouseMoved", x + (to_x - x) * i / steps, y + (to_y - y) * i / steps, button="left", buttons=1)
        self._mouse("mouseReleased", to_x, to_y, button="left", clickCount=1)
        self.frame()

    def wheel(self, x, y, by):
        self._mouse("mouseWheel", x, y, deltaX=0, deltaY=by)
        self.pause(0.1)
        self.frame()

    def touch(self, kind, *points):
        """kind is touchStart, touchMove or touchEnd."""
        self.call("Input.dispatchTouchEvent", type=kind,
                  touchPoints=[{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)])

    def press(self, key, shift=False):
        code, number = KEYS.get(key, ("Key" + key.upper(), ord(key[0].upper())))
        text = {"Enter": "\r", "Tab": ""}.get(key, key if len(key) == 1 else "")
        common = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": SHIFT if shift else 0}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)
        self.frame()

    def drop(self, *paths, x=150, y=300):
        """Drops files and folders as from a file manager."""
        data = {"items": [], "files": [str(pathlib.Path(path).resolve()) for path in paths], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=kind, x=x, y=y, data=data)

    def choose(self, selector, *paths):
        """Chooses files, or a folder, for an input of files."""
        root = self.call("DOM.getDocument", depth=0)["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", files=[str(pathlib.Path(path).resolve()) for path in paths], nodeId=node)

    def save_to(self, folder):
        """Where files lie that the page saves."""
        self.call("Browser.setDownloadBehavior", session=None, behavior="allow", downloadPath=str(folder))

    def type(self, text):
        self.call("Input.insertText", text=text)
        self.frame()

    # --- what the page did ---

    def complaints(self):
        """Errors and warnings of the console, exceptions, and what the log holds against the page."""
        self.pause(0.02)
        told = []
        for event in self.events:
            what = event.get("params", {})
            if event["method"] == "Runtime.exceptionThrown":
                details = what["exceptionDetails"]
                told.append(details.get("exception", {}).get("description", details["text"]))
            elif event["method"] == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning", "assert"):
                told.append(" ".join(str(a.get("value", a.get("description"))) for a in what["args"]))
            elif event["method"] == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
                told.append(what["entry"]["text"])
        return told

    def requests(self):
        """Addresses that were asked for, but the page's own, up to the last look at complaints."""
        asked = [e["params"]["request"]["url"] for e in self.events if e["method"] == "Network.requestWillBeSent"]
        return [a for a in asked if a.split("#")[0] != self.address and not a.startswith(("data:", "about:"))]
