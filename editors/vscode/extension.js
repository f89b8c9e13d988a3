// Tile IR in Visual Studio Code: starts tileiras-lsp-server, tells it of open documents, and shows what it answers.
"use strict";

const vscode = require("vscode");
const { Client } = require("./client");

const LANGUAGE = "tileir";
const SEVERITIES = [
  vscode.DiagnosticSeverity.Error,
  vscode.DiagnosticSeverity.Warning,
  vscode.DiagnosticSeverity.Information,
  vscode.DiagnosticSeverity.Hint,
];

let session = null;

const toPosition = (position) => new vscode.Position(position.line, position.character);
const toRange = (range) => new vscode.Range(toPosition(range.start), toPosition(range.end));
const toLocation = (location) => new vscode.Location(vscode.Uri.parse(location.uri), toRange(location.range));
const toLocations = (result) => (result ? [].concat(result).map(toLocation) : []);

function toDiagnostic(from) {
  const severity = SEVERITIES[(from.severity || 1) - 1];
  const diagnostic = new vscode.Diagnostic(toRange(from.range), from.message, severity);
  diagnostic.source = from.source || LANGUAGE;
  diagnostic.relatedInformation = (from.relatedInformation || []).map(
    (note) => new vscode.DiagnosticRelatedInformation(toLocation(note.location), note.message));
  return diagnostic;
}

function toHover(result) {
  if (!result || !result.contents)
    return undefined;
  const text = typeof result.contents === "string" ? result.contents : result.contents.value;
  return new vscode.Hover(new vscode.MarkdownString(text), result.range && toRange(result.range));
}

/** The server, and all that the editor has registered for it. */
class Session {
  constructor() {
    const settings = vscode.workspace.getConfiguration("tileiras");
    this.log = vscode.window.createOutputChannel("Tile IR");
    this.diagnostics = vscode.languages.createDiagnosticCollection(LANGUAGE);
    this.registered = [this.log, this.diagnostics];
    this.stopping = false;
    this.client = new Client(settings.get("serverPath"), settings.get("serverArguments"), {
      notification: (method, params) => this.receive(method, params),
      log: (text) => this.log.append(text),
      exit: (reason) => this.exited(reason),
    });
  }

  async start() {
    const folders = vscode.workspace.workspaceFolders;
    try {
      await this.client.initialize(folders && folders.length ? folders[0].uri.toString() : null);
    } catch (error) {
      return; // exited() has reported the reason
    }
    this.follow();
    this.provide();
  }

  /** Tells the server of documents as they are opened, changed and closed. */
  follow() {
    const workspace = vscode.workspace;
    const ours = (document) => document.languageId === LANGUAGE;
    this.registered.push(
      workspace.onDidOpenTextDocument((document) => ours(document) && this.open(document)),
      workspace.onDidChangeTextDocument(({ document }) => ours(document) && this.change(document)),
      workspace.onDidCloseTextDocument((document) => ours(document) && this.close(document)));
    workspace.textDocuments.filter(ours).forEach((document) => this.open(document));
  }

  open(document) {
    this.client.notify("textDocument/didOpen", {
      textDocument: {
        uri: document.uri.toString(), languageId: "mlir", version: document.version, text: document.getText(),
      },
    });
  }

  change(document) { // the server asks for whole documents (textDocumentSync.change is 1)
    this.client.notify("textDocument/didChange", {
      textDocument: { uri: document.uri.toString(), version: document.version },
      contentChanges: [{ text: document.getText() }],
    });
  }

  close(document) {
    this.client.notify("textDocument/didClose", { textDocument: { uri: document.uri.toString() } });
    this.diagnostics.delete(document.uri);
  }

  ask(method, document, position, more = {}) {
    return this.client.request(method, {
      textDocument: { uri: document.uri.toString() },
      position: { line: position.line, character: position.character },
      ...more,
    });
  }

  provide() {
    const languages = vscode.languages;
    this.registered.push(
      languages.registerHoverProvider(LANGUAGE, {
        provideHover: async (document, position) => toHover(await this.ask("textDocument/hover", document, position)),
      }),
      languages.registerDefinitionProvider(LANGUAGE, {
        provideDefinition: async (document, position) =>
          toLocations(await this.ask("textDocument/definition", document, position)),
      }),
      languages.registerReferenceProvider(LANGUAGE, {
        provideReferences: async (document, position, context) =>
          toLocations(await this.ask("textDocument/references", document, position, { context })),
      }));
  }

  receive(method, params) {
    if (method === "textDocument/publishDiagnostics")
      this.diagnostics.set(vscode.Uri.parse(params.uri), params.diagnostics.map(toDiagnostic));
  }

  exited(reason) {
    this.log.appendLine(reason);
    if (!this.stopping)
      vscode.window.showErrorMessage(`Tile IR: ${reason}. The setting tileiras.serverPath names the language server.`);
  }

  async stop() {
    this.stopping = true;
    await this.client.stop();
    this.registered.forEach((item) => item.dispose());
  }
}

async function restart() {
  if (session)
    await session.stop();
  session = new Session();
  await session.start();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("tileiras.restartServer", restart),
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("tileiras") && restart()));
  await restart();
}

async function deactivate() {
  if (session)
    await session.stop();
  session = null;
}

module.exports = { activate, deactivate };
