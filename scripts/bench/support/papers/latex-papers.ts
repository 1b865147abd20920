import { absent, cells, formulas, inOrder, type Paper, present, prose, sentence } from "./Paper.ts"

const document = (options: string, preamble: string, body: string): string =>
  String
    .raw`\documentclass[${options}]{article}\usepackage[T1]{fontenc}\usepackage{lmodern}\usepackage{amsmath,amssymb,booktabs,fancyhdr,multicol}\usepackage[margin=2.2cm]{geometry}${preamble}\begin{document}${body}\end{document}`

const running = (left: string, right: string): string =>
  String
    .raw`\pagestyle{fancy}\fancyhf{}\fancyhead[L]{${left}}\fancyhead[R]{${right}}\fancyfoot[C]{\thepage}\setcounter{page}{417}`

/** Papers of science: columns, formulas, tables, notes and running heads. */
export const latexPapers: ReadonlyArray<Paper> = [
  {
    name: "article in two columns",
    source: {
      latex: document(
        "10pt,twocolumn",
        running("Journal of Coastal Records", "Vol. 12"),
        String
          .raw`\twocolumn[{\begin{center}{\LARGE Counting boats along a cold coast}\\[6pt]{A. Harbour and B. Quay}\\[10pt]\end{center}}]\thispagestyle{fancy}\section{Introduction}${
          prose(0, 16)
        }\footnote{The ledger of the first clerk is lost since the flood.} ${prose(16, 8)}\section{Sources}${
          prose(24, 22)
        }\section{Results of the count}${prose(46, 10)}`
      )
    },
    checks: {
      columns: inOrder(
        "Counting boats along a cold coast",
        "Introduction",
        sentence(0),
        sentence(12),
        sentence(23),
        "Sources",
        sentence(24),
        sentence(36),
        sentence(45),
        "Results of the count",
        sentence(55)
      ),
      "heads and feet": absent("Journal of Coastal Records", "Vol. 12", "417"),
      notes: [
        ...present("The ledger of the first clerk is lost since the flood."),
        ...inOrder(sentence(15), sentence(16))
      ]
    }
  },
  {
    name: "formulas",
    source: {
      latex: document(
        "11pt",
        running("Lecture 4", "Tidal models"),
        String
          .raw`\thispagestyle{fancy}\section{Forces}The height $h_{i+1}$ follows from $h_i$ and the slope $\alpha \leq 0.5$. ${
          prose(0, 3)
        }\begin{equation}E = mc^2 + \frac{1}{2}\rho v^2\end{equation}${
          prose(3, 2)
        }\begin{equation}\sum_{k=1}^{n} k = \frac{n(n+1)}{2}\end{equation}The integral is\[\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}\]and holds for all $x \in \mathbb{R}$.${
          prose(5, 2)
        }\[\nabla \cdot \mathbf{E} = \frac{\rho}{\varepsilon_0}\]With $\beta_1 = 0.9$ and $\beta_2 = 0.999$ we get $a^2 + b^2 = c^2$. \[f(x) = \begin{cases} 1 & x > 0\\ -1 & x < 0\end{cases}\]${
          prose(7, 2)
        }\[ A = \begin{pmatrix} p & q \\ r & s \end{pmatrix} \]\[ H_2O + CO_2 \rightarrow H_2CO_3 \]`
      )
    },
    checks: {
      formulas: formulas(
        "hi+1",
        "α≤0.5",
        "E=mc2+1/2ρv2",
        "k=n(n+1)/2",
        "∫",
        "e−x2dx=",
        "√π",
        "x∈R",
        "∇·E=ρ/ε0",
        "β1=0.9",
        "β2=0.999",
        "a2+b2=c2",
        "f(x)=",
        "H2O+CO2→H2CO3",
        "∑"
      ),
      order: inOrder(sentence(2), sentence(3), sentence(5), sentence(7), sentence(8)),
      "heads and feet": absent("Lecture 4", "Tidal models", "417")
    }
  },
  {
    name: "tables of a paper",
    source: {
      latex: document(
        "10pt",
        "",
        String.raw`\section{Comparison}${
          prose(0, 3)
        }\begin{table}[h]\centering\caption{Scores of the models on three coasts.}\begin{tabular}{lrrr}\toprule Model & North & South & East\\\midrule Linear & 41.2 & 38.9 & 40.1\\ Spline & 52.7 & 47.3 & 55.0\\ Network & 61.4 & 60.2 & 59.8\\ Ours & 66.0 & 63.1 & 64.9\\\bottomrule\end{tabular}\end{table} ${
          prose(3, 3)
        }\begin{center}\begin{tabular}{|l|c|c|}\hline Port & Depth (m) & Cranes\\\hline Kiel & 13.5 & 12\\\hline Riga & 15.0 & 9\\\hline Gdynia & 14.2 & 31\\\hline\end{tabular}\end{center}${
          prose(6, 3)
        }\begin{center}\begin{tabular}{lcccc}\toprule & \multicolumn{2}{c}{Spring} & \multicolumn{2}{c}{Autumn}\\ Ship & In & Out & In & Out\\\midrule Anna & 3 & 8 & 21 & 34\\ Berta & 5 & 13 & 22 & 35\\ Clara & 7 & 17 & 23 & 36\\\bottomrule\end{tabular}\end{center}${
          prose(9, 3)
        }`
      )
    },
    checks: {
      tables: cells(
        ["38.9", "41.2", "South"],
        ["55.0", "47.3", "40.1"],
        ["61.4", "Network", "52.7"],
        ["64.9", "63.1", "59.8"],
        ["13.5", "Kiel", "Depth (m)"],
        ["9", "15.0", "12"],
        ["31", "14.2", "9"],
        ["8", "3", "Out"],
        ["22", "13", "21"],
        ["36", "23", "35"]
      ),
      order: inOrder(sentence(2), "Scores of the models on three coasts.", sentence(4), sentence(6), sentence(9)),
      present: present("Comparison")
    }
  },
  {
    name: "lists and words that are divided",
    source: {
      latex: document(
        "11pt",
        "",
        String
          .raw`\section{Duties of the office}\begin{itemize}\item Open the efficient floodgates\item Affix the official flag to the scaffold\begin{itemize}\item never before sunrise\item never on a holiday\end{itemize}\item Refill the waffle coffers\end{itemize}\section{Steps}\begin{enumerate}\item Untie the rope\item Push the ferry off\item Count the passengers\end{enumerate}\begin{description}\item[Ebb] Water that goes.\item[Flood] Water that comes.\end{description}\parbox{4.6cm}{The administrative correspondence concerning extraordinary circumstances was characteristically incomprehensible notwithstanding considerable simplification.} \section{Code}\begin{verbatim}
for (let i = 0; i < 3; i++) {
  print(i)
}
\end{verbatim}`
      )
    },
    checks: {
      lists: [
        ...present(
          "- Open the efficient floodgates",
          "- Refill the waffle coffers",
          "1. Untie the rope",
          "2. Push the ferry off"
        ),
        ...inOrder(
          "Untie the rope",
          "Push the ferry off",
          "Count the passengers",
          "Water that goes.",
          "Water that comes."
        ),
        ...present("- never before sunrise")
      ],
      words: present(
        "administrative correspondence concerning extraordinary circumstances",
        "characteristically incomprehensible notwithstanding considerable simplification",
        "Affix the official flag to the scaffold"
      ),
      code: present("for (let i = 0; i < 3; i++) {")
    }
  },
  {
    name: "three columns with a table over them",
    source: {
      latex: document(
        "10pt",
        running("The Quay Observer", "Saturday edition"),
        String.raw`\thispagestyle{fancy}\begin{center}{\Huge Storm closes the ferry}\end{center}\begin{multicols}{3}${
          prose(0, 26)
        }\end{multicols}\begin{center}\begin{tabular}{lrr}Pier & Waves & Wind\\ First & 2.1 & 31\\ Second & 3.4 & 44\\ Third & 4.0 & 52\\\end{tabular}\end{center}\section*{What follows}\begin{multicols}{2}${
          prose(30, 20)
        }\end{multicols}`
      )
    },
    checks: {
      columns: inOrder(
        "Storm closes the ferry",
        sentence(0),
        sentence(8),
        sentence(13),
        sentence(20),
        sentence(25),
        "What follows",
        sentence(30),
        sentence(39),
        sentence(49)
      ),
      tables: cells(["3.4", "Second", "2.1"], ["52", "4.0", "44"], ["31", "2.1", "Wind"]),
      "heads and feet": absent("The Quay Observer", "Saturday edition", "417")
    }
  }
]
