/** Former names of metrics, which dashboards and alerts of operators may have. */
const formerNames: ReadonlyMap<string, string> = new Map([
  ["gleaner_domain_leases", "gleaner_gates"],
  ["gleaner_oldest_domain_lease_seconds", "gleaner_oldest_gate_seconds"]
])

/** Adds the renamed metrics under their former names to a text in the format of Prometheus. */
export const withFormerNames = (text: string): string => {
  const former = text.split("\n").flatMap((line) => {
    const [, start = "", name = "", rest = ""] = /^(# (?:HELP|TYPE) )?(\w+)(.*)$/.exec(line) ?? []
    const old = formerNames.get(name)
    return old === undefined ? [] : [start + old + rest]
  })
  return former.length === 0 ? text : `${text.replace(/\n*$/, "\n")}${former.join("\n")}\n`
}
