import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { promisify } from "node:util"

/**
 * Installs packages that are not part of `npm ci`, those of a folder with its own package.json: the first run of the
 * tests that need them does. False, and a warning with the reason, if the registry cannot be reached.
 */
export const isInstalled = async (folder: string): Promise<boolean> => {
  // npm writes it last.
  if (fs.existsSync(path.join(folder, "node_modules/.package-lock.json"))) return true
  const command = ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder]
  try {
    await promisify(execFile)("npm", command, { timeout: installTimeout })
    return true
  } catch (error) {
    const { message, stderr = "" } = error as Error & { readonly stderr?: string } // of execFile
    const reason = stderr.split("\n").find((line) => line.startsWith("npm error")) ?? message
    console.warn(`Tests are skipped: npm ci --prefix ${path.relative(process.cwd(), folder)} failed: ${reason}`)
    return false
  }
}

/** Milliseconds. The largest folder is 150 MB. */
const installTimeout = 180_000

/** The folder of a client in `test/support/clients`. */
export const clientFolder = (name: string): string => path.join(import.meta.dirname, "clients", name)
