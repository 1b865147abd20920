import katex from "katex"

/** Formulas of school and of study, as many pages have them. */
export const formulas: ReadonlyArray<string> = [
  String.raw`x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}`,
  String.raw`e^{i\pi} + 1 = 0`,
  String.raw`\sum_{k=1}^{n} k = \frac{n(n+1)}{2}`,
  String.raw`\int_0^\infty e^{-x^2} \, dx = \frac{\sqrt{\pi}}{2}`,
  String.raw`\lim_{n \to \infty} \left(1 + \frac{1}{n}\right)^n`,
  String.raw`a^2 + b^2 = c^2`,
  String.raw`\alpha + \beta \leq \gamma`,
  String.raw`\vec{F} = m \vec{a}`,
  String.raw`\hat{y} = \beta_0 + \beta_1 x`,
  String.raw`\begin{pmatrix} a & b \\ c & d \end{pmatrix}`,
  String.raw`\det(A - \lambda I) = 0`,
  String.raw`f(x) = \begin{cases} 1 & x > 0 \\ 0 & x \leq 0 \end{cases}`,
  String.raw`\binom{n}{k} = \frac{n!}{k!(n-k)!}`,
  String.raw`\nabla \cdot \mathbf{E} = \frac{\rho}{\varepsilon_0}`,
  String.raw`\frac{\partial f}{\partial x}`,
  String.raw`P(A \mid B) = \frac{P(B \mid A) P(A)}{P(B)}`,
  String.raw`\forall x \in \mathbb{R}`,
  String.raw`A \cup B \subseteq C`,
  String.raw`x_{n+1} = x_n - \frac{f(x_n)}{f'(x_n)}`,
  String.raw`\sqrt[3]{x + y}`,
  String.raw`\log_2 8 = 3`,
  String.raw`\sin^2 \theta + \cos^2 \theta = 1`,
  String.raw`\overline{z} = a - bi`,
  String.raw`\left| \frac{a}{b} \right|`,
  String.raw`\prod_{i=1}^{n} x_i`,
  String.raw`E = mc^2`,
  String.raw`n \equiv 1 \pmod{4}`,
  String.raw`f: X \to Y`,
  String.raw`x \approx 3.14`,
  String.raw`\dot{x} = Ax + Bu`,
  String.raw`a_{ij} b^{jk}`,
  String.raw`O(n \log n)`,
  String.raw`\text{speed} = \frac{\text{way}}{\text{time}}`,
  String.raw`\langle \psi | \phi \rangle`,
  String.raw`\lVert x \rVert_2`,
  String.raw`\oint_C \mathbf{B} \cdot d\mathbf{l} = \mu_0 I`
]

const mathmlOf = (tex: string): string =>
  katex.renderToString(tex, { output: "mathml", throwOnError: false })
    .replace(/^<span class="katex">|<\/span>$/g, "")

/** Presentation MathML alone, as pages have it that were not written in TeX. */
const presentation = (tex: string): string => mathmlOf(tex).replace(/<annotation[^]*?<\/annotation>/g, "")

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\"", "&quot;")

const mathjax = "<script src=https://cdn.example/mathjax@3/es5/tex-chtml.js></script>"

interface Wrapping {
  readonly head?: string
  readonly wrap: (tex: string) => string
}

/** Ways in which pages have formulas: the markup of the libraries, of Wikipedia, of WordPress and of services. */
const wrappings: Readonly<Record<string, Wrapping>> = {
  "KaTeX": { wrap: (tex) => katex.renderToString(tex, { throwOnError: false }) },
  "KaTeX, only HTML with its script": {
    head: "<script src=/katex.min.js></script><script src=/contrib/auto-render.min.js></script>",
    wrap: (tex) => escaped(`\\(${tex}\\)`)
  },
  "MathJax 2": {
    head: "<script src=https://cdn.example/mathjax/2.7.5/MathJax.js></script>",
    wrap: (tex) =>
      `<span class=MathJax_Preview></span><span class=MathJax role=presentation><nobr><span class=math>` +
      `<span class=mi>x</span></span></nobr></span><script type="math/tex">${tex}</script>`
  },
  "MathJax 3": {
    head: mathjax,
    wrap: (tex) =>
      `<mjx-container class=MathJax jax=CHTML><mjx-math aria-hidden=true><mjx-mi><mjx-c class=mjx-c1D465></mjx-c>` +
      `</mjx-mi></mjx-math><mjx-assistive-mml>${presentation(tex)}</mjx-assistive-mml></mjx-container>`
  },
  "MathML": { wrap: presentation },
  "Wikipedia": {
    wrap: (tex) => {
      const alt = escaped(`{\\displaystyle ${tex}}`)
      const address = "https://wikimedia.org/api/rest_v1/media/math/render/svg/5f3a"
      const inside = presentation(tex).replace("<math ", `<math alttext="${alt}" `)
        .replace("</semantics>", `<annotation encoding="application/x-tex">${alt}</annotation></semantics>`)
      return `<span class=mwe-math-element><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" ` +
        `style="display: none;">${inside}</span><img src="${address}" ` +
        `class="mwe-math-fallback-image-inline" aria-hidden="true" alt="${alt}"></span>`
    }
  },
  "picture of WordPress": {
    wrap: (tex) =>
      `<img src="https://s0.wp.com/latex.php?latex=${
        encodeURIComponent(tex).replaceAll("%20", "+")
      }&amp;bg=ffffff&amp;fg=000000&amp;s=0" alt="${escaped(tex)}" class="latex">`
  },
  "picture of CodeCogs": {
    wrap: (tex) => `<img src="https://latex.codecogs.com/svg.image?${encodeURIComponent(tex)}" title="${escaped(tex)}">`
  },
  "text with parentheses": { head: mathjax, wrap: (tex) => escaped(`\\(${tex}\\)`) },
  "text with dollars": {
    head: `<script>MathJax = { tex: { inlineMath: [['$', '$']] } }</script>${mathjax}`,
    wrap: (tex) => escaped(`$${tex}$`)
  }
}

/** A page of a lesson for each wrapping, with all formulas. */
export const formulaPages: ReadonlyArray<{ readonly name: string; readonly source: string }> = Object.entries(wrappings)
  .map(([name, { head = "", wrap }]) => {
    const lines = formulas.map((tex, index) =>
      `<p>The term of exercise ${index} reads ${wrap(tex)} in the notation of this lesson, and is used below.</p>`
    )
    return {
      name,
      source: `<!doctype html><html lang=en><head><title>Terms of the lesson</title>${head}</head><body>` +
        `<nav><a href=/>Home</a> <a href=/lessons>Lessons</a></nav><main><article><h1>Terms of the lesson</h1>` +
        `${lines.join("\n")}</article></main><footer>All lessons</footer></body></html>`
    }
  })

/** Share of the formulas that a markdown text has, each in its line and looking the same. */
export const formulaScore = (markdown: string): number => {
  const found = new Map(
    [...markdown.matchAll(/exercise (\d+) reads\s+\$+([^]*?)\$+\s+in the notation/g)].map(([, index, tex = ""]) =>
      [Number(index), tex] as const
    )
  )
  return formulas.filter((tex, index) => isAlike(found.get(index), tex)).length / formulas.length
}

/** Whether two formulas are drawn with the same signs in the same places. */
const isAlike = (given: string | undefined, wanted: string): boolean => {
  if (given === undefined) return false
  return drawing(given) === drawing(wanted)
}

const drawing = (tex: string): string =>
  presentation(tex).replace(
    / (?:stretchy|fence|separator|form|lspace|rspace|minsize|maxsize|columnalign|columnspacing|rowspacing|displaystyle|scriptlevel|xmlns|width|mathvariant|accent|accentunder|movablelimits)="[^"]*"/g,
    ""
  )
    .replace(/<\/?(?:mrow|mstyle|semantics|mpadded)[^>]*>|<mspace[^>]*>|<mspace[^>]*\/>|[\u2061\u200b\s]/g, "")
    .replace(/<(mo|mi|mtext|mn)>/g, "<m>").replace(/<\/(?:mo|mi|mtext|mn)>/g, "</m>").replace(/<\/m><m>/g, "")
