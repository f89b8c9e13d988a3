// The part of Visual Studio Code that the extension uses, for tests: it records its calls.
"use strict";

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(start, end) {
    Object.assign(this, { start, end });
  }
}
class Uri {
  constructor(text) {
    this.text = text;
  }
  static parse(text) {
    return new Uri(text);
  }
  toString() {
    return this.text;
  }
}
const plain = (...names) => class {
  constructor(...values) {
    names.forEach((name, i) => { this[name] = values[i]; });
  }
};

const host = {
  settings: {}, errors: [], log: "", providers: {}, commands: {}, diagnostics: new Map(), waiting: [], listeners: {},
  disposed: 0,
};
const disposable = () => ({ dispose: () => { host.disposed++; } });
const listen = (name) => (listener) => {
  host.listeners[name] = listener;
  return disposable();
};
const provide = (kind) => (language, provider) => {
  host.providers[kind] = provider;
  return disposable();
};

module.exports = {
  host,
  Position, Range, Uri,
  Location: plain("uri", "range"),
  Hover: plain("contents", "range"),
  MarkdownString: plain("value"),
  Diagnostic: plain("range", "message", "severity"),
  DiagnosticRelatedInformation: plain("location", "message"),
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  commands: {
    registerCommand: (name, run) => {
      host.commands[name] = run;
      return disposable();
    },
  },
  window: {
    createOutputChannel: () => ({
      append: (text) => { host.log += text; }, appendLine: (text) => { host.log += `${text}\n`; }, ...disposable(),
    }),
    showErrorMessage: (text) => host.errors.push(text),
  },
  languages: {
    createDiagnosticCollection: () => ({
      set: (uri, list) => {
        host.diagnostics.set(uri.toString(), list);
        host.waiting.splice(0).forEach((wake) => wake());
      },
      delete: (uri) => host.diagnostics.delete(uri.toString()),
      ...disposable(),
    }),
    registerHoverProvider: provide("hover"),
    registerDefinitionProvider: provide("definition"),
    registerReferenceProvider: provide("references"),
  },
  workspace: {
    getConfiguration: () => ({ get: (name) => host.settings[name] }),
    workspaceFolders: undefined,
    textDocuments: [],
    onDidOpenTextDocument: listen("open"),
    onDidChangeTextDocument: listen("change"),
    onDidCloseTextDocument: listen("close"),
    onDidChangeConfiguration: listen("configuration"),
  },
};
