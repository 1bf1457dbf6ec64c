#!/usr/bin/env node
/**
 * The command `overheard` of the package, and the npm scripts of a clone. It replaces itself with Node under the flags of `npm start`, because
 * Node reads flags and `.env` only when it starts. Without arguments it prints the help.
 */
import { accessSync, constants } from 'node:fs'

/** Under systemd the bot may not read `.env`: systemd has set its variables. */
function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

const flags = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=4',
  '--v8-pool-size=1',
  ...(isReadable('.env') ? ['--env-file=.env'] : []),
  `--import=${new URL('./compile-cache.js', import.meta.url).href}`,
]
const [, , ...args] = process.argv
const main = import.meta.filename.endsWith('.ts') ? 'main.ts' : 'main.js'
const program = [`${import.meta.dirname}/${main}`, ...(args.length === 0 ? ['--help'] : args)]

if (process.execve === undefined || process.platform === 'win32') {
  process.stderr.write(
    `Overheard needs Node 22.19 or later on Linux or macOS (on Windows: WSL). This is Node ${process.versions.node} on ${process.platform}.\n`,
  )
  process.exit(1)
}
/**
 * The memory of a buffer of this size or more (in bytes) goes back to the system when it is freed. By default glibc raises this limit with each
 * large buffer, and keeps 12 MB of what was needed to load the program. Other systems ignore the variable.
 */
const memory = { MALLOC_MMAP_THRESHOLD_: String(2 ** 20) }
// biome-ignore lint/style/noProcessEnv: it is passed on, and not read.
const environment = { ...memory, ...process.env }
process.execve(process.execPath, [process.execPath, ...process.execArgv, ...flags, ...program], environment)
