// Colours for the text of a line. Only lines that are seen are cut into pieces.

const COMMON = {
  s: /"(?:[^"\\]|\\.)*"?/,
  n: /\b(?:0[xfd][0-9a-fA-F]+|\d[\w.]*)\b/
};
const LANGUAGES = {
  python: {
    c: /#.*/,
    s: /[rf]?(?:"""[^]*|'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?)/,
    k: new RegExp(
        "\\b(?:def|for|in|if|else|elif|while|return|import|from|as|with|class|and|or|not|is|None|True|False|" +
        "lambda|assert|pass|break|continue)\\b|@[\\w.]+"),
    n: COMMON.n
  },
  mlir: {
    c: /\/\/.*/,
    s: COMMON.s,
    v: /%[\w$.#:-]+/,
    t: /[!#][\w.]+|\b(?:tensor|tile|memref|ptr|vector|f16|bf16|f32|f64|i1|i8|i16|i32|i64|f8\w+|token)\b/,
    k: /\b[a-z_]\w*(?:\.[a-z_]\w*)+\b|\b(?:module|entry|func|return|yield|loc)\b|\^\w+/,
    n: COMMON.n
  },
  llvm: {
    c: /;.*/,
    s: COMMON.s,
    v: /[%@][\w$.]+/,
    t: /\b(?:i\d+|float|double|half|bfloat|ptr|void|label)\b/,
    // The operation: the first word, or the first after the name of its result.
    k: /(?<=^\s*|= )(?:tail )?[a-z]\w*|\b(?:asm|sideeffect|inbounds|attributes)\b/,
    n: COMMON.n
  },
  ptx: {
    c: /\/\/.*/,
    s: COMMON.s,
    v: /%\w+(?:\.\w+)?|\$\w+/,
    t: /\.(?:[bfsu](?:8|16|32|64|128)|pred|param|shared|global|local|const|f16x2|bf16x2)\b/,
    k: /^\s*(?:@!?%\w+\s+)?[a-z][\w.:]*(?=[\s;])|^\s*\.\w+/,
    n: COMMON.n
  },
  sass: {v: /\bU?[RP]\d+\b|\bU?[RP]Z\b|\bU?PT\b/, k: /^\s*(?:@!?U?P\w+\s+)?[A-Z][\w.]*/, n: /\b0x[\da-f]+\b|\b\d+\b/},
};
const SCANNERS = Object.fromEntries(Object.entries(LANGUAGES).map(
    ([language, kinds]) =>
        [language,
         new RegExp(Object.entries(kinds).map(([kind, pattern]) => `(?<${kind}>${pattern.source})`).join("|"), "gm")]));
const LONGEST = 4000;

/** The pieces of a line as nodes. */
function coloured(text, language) {
  const nodes = [];
  let end = 0;
  const shown = text.length > LONGEST ? text.slice(0, LONGEST) + " …" : text;
  for (const found of shown.matchAll(SCANNERS[language])) {
    if (!found[0]) continue;
    if (found.index > end) nodes.push(shown.slice(end, found.index));
    const kind = Object.keys(found.groups).find(name => found.groups[name] !== undefined);
    nodes.push(el("span", {class: kind}, found[0]));
    end = found.index + found[0].length;
  }
  nodes.push(shown.slice(end));
  return nodes;
}
