import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'

/**
 * The packages that stay outside: the bot does not load them when it runs on a folder. The rest is part of the bundle, because Node needs
 * 1.7 times as long to start if it has to find and load each module of Bolt, zod, date-fns and undici.
 */
export const notAtRest = /^(@clack\/prompts|eld|node-ical|pg)(\/|$)/

/** `pg` works without `pg-native`. */
export const never = /^pg-native(\/|$)/

/** The packages that the page of the Slack workspace loads. */
const pagePackages = { 'page/packages/htm': 'htm', 'page/packages/preact': 'preact' }

/** Files that programs read or preload at run time, and their places beside the code. */
const assets = {
  'src/compile-cache.js': 'compile-cache.js',
  'sandbox/demo/shift-clock.js': 'shift-clock.js',
  'sandbox/slack/src/page': 'page',
}

/**
 * Node keeps the text of each program in memory, and needs two bytes for every character if one of them is not in Latin-1. Names and lines stay
 * as they are, so that a stack trace can be read.
 */
const small = {
  comments: false,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
} as const

/** Writes programs with source maps into a folder. `programs`: source by name. */
export async function bundle(
  programs: Record<string, string>,
  dir: string,
  external = notAtRest,
): Promise<void> {
  await build({
    input: { ...programs, ...pagePackages },
    platform: 'node',
    external,
    output: {
      ...small,
      dir,
      cleanDir: true,
      sourcemap: true,
      chunkFileNames: '[name]-[hash].js',
    },
    logLevel: 'warn',
  })
  for (const [from, to] of Object.entries(assets)) cpSync(from, join(dir, to), { recursive: true })
}
