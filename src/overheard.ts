#!/usr/bin/env node
/**
 * The command `overheard` of the package, and the npm scripts of a clone. Without arguments it prints the help. Node reads flags and `.env` only
 * when it starts. In the package the shell starts this file with them (build/bundle.ts). Otherwise this program replaces itself.
 */
import { accessSync, constants } from 'node:fs'
import { memoryVariables, nodeFlags } from './node-flags.ts'

/** Under systemd the bot may not read `.env`: systemd has set its variables. */
function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

const hasFlags = nodeFlags.every((flag) => process.execArgv.includes(flag))
const flags = [
  ...nodeFlags,
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
if (hasFlags) {
  await import('./main.ts')
} else {
  // biome-ignore lint/style/noProcessEnv: it is passed on, and not read.
  const environment = { ...memoryVariables, ...process.env }
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...flags, ...program], environment)
}
