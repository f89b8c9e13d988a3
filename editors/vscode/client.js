// A client of the language server protocol over a program's standard input and output. It doesn't depend on an editor,
// only on Node.
"use strict";

const { spawn } = require("child_process");

/** Splits a stream of `Content-Length: N`, an empty line, and N bytes into messages. */
class MessageReader {
  constructor(receive) {
    this.receive = receive;
    this.pending = Buffer.alloc(0);
  }

  add(bytes) {
    this.pending = Buffer.concat([this.pending, bytes]);
    for (;;) {
      const head = this.pending.indexOf("\r\n\r\n");
      if (head < 0)
        return;
      const found = /Content-Length: (\d+)/i.exec(this.pending.toString("ascii", 0, head));
      const begin = head + 4;
      const end = begin + (found ? Number(found[1]) : 0);
      if (this.pending.length < end)
        return;
      const body = this.pending.toString("utf8", begin, end);
      this.pending = this.pending.subarray(end);
      if (found)
        this.receive(JSON.parse(body));
    }
  }
}

/** A running server. `on.notification(method, params)`, `on.log(text)`, `on.exit(reason)` are called as they come. */
class Client {
  constructor(command, args, on) {
    this.on = on;
    this.nextId = 1;
    this.waiting = new Map();
    this.gone = null;
    this.process = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
    const reader = new MessageReader((message) => this.receive(message));
    this.process.stdout.on("data", (bytes) => reader.add(bytes));
    this.process.stderr.on("data", (bytes) => on.log(bytes.toString()));
    this.process.stdin.on("error", () => {}); // the exit is reported below
    this.process.on("error", (error) => this.end(`cannot run '${command}': ${error.message}`));
    this.process.on("exit", (code, signal) => this.end(`'${command}' has ended with ${signal || `exit code ${code}`}`));
  }

  end(reason) {
    if (this.gone)
      return;
    this.gone = reason;
    for (const { reject } of this.waiting.values())
      reject(new Error(reason));
    this.waiting.clear();
    this.on.exit(reason);
  }

  receive(message) {
    if (message.method !== undefined && message.id !== undefined)
      return this.send({ id: message.id, error: { code: -32601, message: "not supported by this client" } });
    if (message.method !== undefined)
      return this.on.notification(message.method, message.params);
    const waiting = this.waiting.get(message.id);
    if (!waiting)
      return;
    this.waiting.delete(message.id);
    if (message.error)
      waiting.reject(new Error(message.error.message));
    else
      waiting.resolve(message.result);
  }

  send(message) {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  notify(method, params) {
    if (!this.gone)
      this.send({ method, params });
  }

  request(method, params) {
    if (this.gone)
      return Promise.reject(new Error(this.gone));
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  /** The server's capabilities. */
  async initialize(rootUri) {
    const result = await this.request("initialize", {
      processId: process.pid,
      rootUri,
      capabilities: { textDocument: { hover: { contentFormat: ["markdown"] } } },
    });
    this.notify("initialized", {});
    return result.capabilities;
  }

  async stop() {
    if (this.gone)
      return;
    try {
      await this.request("shutdown", null);
      this.notify("exit", null);
    } catch (error) {
      this.process.kill();
    }
  }
}

module.exports = { Client, MessageReader };
