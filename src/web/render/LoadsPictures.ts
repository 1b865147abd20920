import { Context } from "effect"

/**
 * Whether a browser and its egress proxy let images and fonts pass. Reading a page needs none, so they are blocked as
 * early as possible.
 */
export const LoadsPictures = Context.Reference<boolean>("gleaner/render/LoadsPictures", { defaultValue: () => false })
