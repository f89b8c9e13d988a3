// Usage: node session.js EXTENSION SERVER. Opens documents in the extension as the editor would, and prints what it shows.
"use strict";

const path = require("path");
const vscode = require("vscode");
const { host } = vscode;

const [folder, server] = process.argv.slice(2);
const extension = require(path.resolve(folder, "extension.js"));

const LAYOUT = "#nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>";
const GOOD = `func.func @f(%a: tensor<8x8xf32, ${LAYOUT}>) {
  %0 = arith.negf %a : tensor<8x8xf32, ${LAYOUT}>
  return
}
`;

const document = (name, text, languageId = "tileir") => ({
  uri: vscode.Uri.parse(`test:///${name}`), languageId, version: 1, text, getText() { return this.text; },
});
const published = () => new Promise((resolve) => host.waiting.push(resolve));
const at = (line, character) => new vscode.Position(line, character);

async function showDiagnostics(said, what) {
  await said;
  for (const [uri, list] of host.diagnostics)
    for (const d of list)
      console.log(`${what}: ${uri}:${d.range.start.line}: severity ${d.severity}: ${d.message}`);
  console.log(`${what}: ${[...host.diagnostics.values()].flat().length} diagnostics`);
}

async function main() {
  host.settings = { serverPath: server, serverArguments: [] };
  const kernel = document("kernel.mlir", GOOD);
  vscode.workspace.textDocuments.push(kernel, document("notes.txt", "no Tile IR", "plaintext"));
  let said = published();
  await extension.activate({ subscriptions: [] });
  if (host.errors.length)
    return console.log(`error shown: ${host.errors}`);
  await showDiagnostics(said, "opened");

  const hover = await host.providers.hover.provideHover(kernel, at(1, 3));
  console.log(`hover: ${JSON.stringify(hover.contents.value)}`);
  const nothing = await host.providers.hover.provideHover(kernel, at(3, 0));
  console.log(`hover at a brace: ${nothing}`);
  for (const { uri, range } of await host.providers.definition.provideDefinition(kernel, at(1, 18)))
    console.log(`definition: ${uri}:${range.start.line}:${range.start.character}`);
  for (const { range } of await host.providers.references.provideReferences(kernel, at(0, 14), {}))
    console.log(`reference: ${range.start.line}:${range.start.character}`);

  said = published();
  kernel.text = kernel.text.replace("%a :", "%b :");
  kernel.version++;
  host.listeners.change({ document: kernel });
  await showDiagnostics(said, "changed");
  host.listeners.close(kernel);
  console.log(`closed: ${host.diagnostics.size} documents`);

  await host.commands["tileiras.restartServer"]();
  await extension.deactivate();
  console.log(`errors shown: ${host.errors.length}`);
}

main().catch((error) => {
  console.log(error);
  process.exitCode = 1;
});
