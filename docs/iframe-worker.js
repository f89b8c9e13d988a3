// Search in pages that are read from a folder: there browsers start no Worker, which the search of the theme runs in.
// So a hidden frame runs its script. In pages from a server this does nothing.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.addEventListener("load", () => this.start(url), { once: true });
      document.documentElement.append(this.frame);
    }

    start(url) {
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = this.frame.contentDocument.createElement("script");
      script.src = url;
      script.addEventListener("load", () => {
        const waiting = this.waiting;
        this.waiting = null;
        waiting.forEach((data) => this.postMessage(data));
      });
      this.frame.contentDocument.body.append(script);
    }

    postMessage(data) {
      if (this.waiting)
        this.waiting.push(data);
      else
        this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
    }
  };
}
