import type { PageElement } from "../dom/node.ts"

/**
 * The address of a document in an `object` or `embed`: a page, a PDF or a type that is not declared. Undefined for
 * pictures, films, sounds and programs of plug-ins.
 */
export const embeddedDocument = (element: PageElement): string | undefined => {
  const address = element.attr(element.tag === "object" ? "data" : "src")?.trim() ?? ""
  const type = element.attr("type")?.trim().toLowerCase() ?? ""
  const isDocument = type === "" ? !element.has("classid") && !otherFiles.test(address) : documentTypes.test(type)
  return address !== "" && isDocument ? address : undefined
}

const documentTypes = /^(?:text\/|application\/(?:pdf|xhtml\+xml|xml|json)\b)/

/** Names of files of other types, as the path ends. */
const otherFiles =
  /^[^?#]*\.(?:swf|flv|f4v|mp[34]|m4[av]|webm|og[agv]|wav|midi?|mov|avi|wm[av]|rm|ram|class|jar|svgz?|png|jpe?g|gif|webp|avif|ico|css|js|mjs|wasm|dcr|unity3d)(?:[?#]|$)/i
