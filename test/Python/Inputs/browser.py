"""A page in headless Chromium, steered by its DevTools protocol over a pipe: no driver and no package is needed."""
import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class PageError(AssertionError):
    """A script of the page failed."""


class Browser:
    """with Browser("page.html") as page: page.run("document.title")"""

    def __init__(self, path, width=1400, height=900, dark=False):
        self.url, self.size, self.dark = f"file://{os.path.abspath(path)}", (width, height), dark
        self.number, self.errors, self.requests = 0, [], []

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()

        def connect():
            # Chromium reads commands from 3 and writes answers to 4; neither may be overwritten before it is copied.
            for number, copy in zip((3, 4), [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (commands, answers)]):
                os.dup2(copy, number)

        self.process = subprocess.Popen(
            [PROGRAM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}", "about:blank"],
            preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self.reader, self.session = os.fdopen(self.answers, "rb"), None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network"):
            self.call(f"{domain}.enable")
        self.resize(*self.size)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if self.dark else "light"}])
        self.call("Page.navigate", url=self.url)
        self.run("document.readyState === 'complete' || new Promise(done => addEventListener('load', () => done()))")
        return self

    def __exit__(self, *_):
        self.session = None
        self.call("Browser.close")
        self.process.wait(timeout=20)
        os.close(self.commands)
        self.reader.close()
        self.profile.cleanup()

    def call(self, method, **parameters):
        """A command, and its result. Events that the page reports in between are kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = json.loads(self._message())
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise PageError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self._report(answer)

    def _message(self):
        parts = bytearray()
        while (byte := self.reader.read(1)) != b"\0":
            if not byte:
                raise PageError("the browser has ended")
            parts += byte
        return bytes(parts)

    def _report(self, event):
        if event.get("method") == "Runtime.exceptionThrown":
            details = event["params"]["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif event.get("method") == "Network.requestWillBeSent":
            self.requests.append(event["params"]["request"]["url"])

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def run(self, expression):
        """The value of an expression of JavaScript, or of the promise that it gives."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise PageError(result["exceptionDetails"].get("exception", {}).get("description", expression))
        return result["result"].get("value")

    def key(self, key):
        code = {" ": "Space"}.get(key, key)
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        virtual = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
                   "ArrowDown": 40, "Home": 36, "End": 35}.get(key, ord(key.upper()) if len(key) == 1 else 0)
        common = {"key": key, "code": code, "windowsVirtualKeyCode": virtual}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def click(self, selector):
        """A click of the mouse in the middle of an element."""
        x, y = self.run(f"""(() => {{ const element = document.querySelector({json.dumps(selector)});
            element.scrollIntoView({{ block: "nearest" }}); const box = element.getBoundingClientRect();
            return [box.left + Math.min(box.width / 2, 80), box.top + box.height / 2]; }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def screenshot(self, path, whole=False):
        image = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(image))
