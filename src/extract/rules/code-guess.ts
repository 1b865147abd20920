/**
 * Signs of exactly one language. A sign is certain by itself, or together with another. The order matters only where
 * one language has the words of another.
 */
export const codeSigns: ReadonlyArray<readonly [language: string, signs: ReadonlyArray<RegExp>]> = [
  ["php", [/^\s*<\?php\b/]],
  ["python", [/^#!.*\bpython/]],
  ["javascript", [/^#!.*\bnode\b/]],
  ["bash", [/^#!.*\/(?:env )?(?:ba|z|k)?sh\b/]],
  ["xml", [/^\s*<\?xml\s/]],
  ["html", [/^\s*<!doctype html|^\s*<html[\s>]/i]],
  ["diff", [/^(?:diff --git |@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@|--- \S+\n\+\+\+ \S)/m]],
  ["console", [
    /^\$ \S/,
    /^\$ (?:sudo|npm|npx|pip3?|git|cd|ls|docker|cargo|curl|brew|apt|apt-get|yarn|kubectl|go|make|mkdir|cat|echo|python3?) ?/m
  ]],
  ["dockerfile", [/^FROM \S+/m, /^(?:RUN|CMD|ENTRYPOINT|COPY|WORKDIR) \S/m]],
  ["yaml", [/^apiVersion: \S/m, /^kind: \S/m]],
  ["rust", [
    /\bfn \w+\s*(?:<[^>\n]{1,40}>)?\([^)\n]{0,200}\)[^{\n]{0,80}\{/,
    /\blet (?:mut )?\w+|\bprintln!\(|-> (?:Result|Option|Self|i32|u32|usize|String|bool)\b|\bimpl\b|&mut\b/
  ]],
  ["go", [/^package \w+$/m, /^(?:func |import (?:\(|"))/m]],
  ["java", [/\bpublic static void main\s*\(\s*String\b|^import java[x]?\.[\w.*]+;$/m]],
  ["csharp", [/^using System(?:\.[\w.]+)?;/m]],
  ["cpp", [
    /^\s*#include\s*<(?:iostream|vector|string|map|memory|algorithm|functional|utility)>|\bstd::(?:cout|cerr|endl|string|vector|map|unique_ptr|shared_ptr|move)\b/m
  ]],
  ["c", [/^\s*#include\s*<(?:stdio|stdlib|string|unistd|stdint|errno)\.h>/m]],
  ["typescript", [
    /^(?:export )?(?:interface \w+ \{|type \w+(?:<\w+>)? = )/m,
    /: (?:string|number|boolean|void|unknown)\b/
  ]],
  ["javascript", [
    /\bconsole\.log\(|\b(?:const|let|var) [\w{}, ]{1,80} = require\(['"]|^export default\b|\bdocument\.(?:getElementById|querySelector|createElement|addEventListener)\(/m
  ]],
  ["python", [/^from [\w.]+ import [\w*(]|^\s*def \w+\([^)\n]{0,200}\)(?: -> [^:\n]{1,60})?:\s*$|^>>> \w/m]],
  ["ruby", [/^\s*(?:def \w+[?!]?(?:\([^)\n]{0,80}\))?|class \w+ < \w[\w:]*|require ['"][\w/]+['"])$/m, /^\s*end$/m]],
  ["sql", [
    /^\s*(?:SELECT\b[^;]{1,400}\bFROM\b|CREATE (?:TABLE|INDEX|VIEW)\b|INSERT INTO\b|ALTER TABLE\b|DELETE FROM\b)/m
  ]],
  ["bash", [
    /^(?:sudo apt(?:-get)? (?:install|update)|npm (?:install|i|run) \S|npx \S|yarn add \S|pip3? install \S|git clone \S|brew install \S|cargo (?:install|add|run|build)\b|docker (?:run|build|pull) \S|kubectl (?:apply|get) \S|curl -\S|go (?:get|install|run) \S|apt-get install \S)/
  ]],
  ["css", [
    /^(?:[.#][\w-]+|:root|body|html|@media [^{\n]{1,60})[^{};\n]{0,80}\{\s*$/m,
    /^\s+[\w-]+:\s[^;{}\n]{1,100};\s*$/m
  ]]
]
