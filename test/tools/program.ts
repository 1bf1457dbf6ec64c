import { basename, join } from 'node:path'

/** The path of a program to start: its source, or its bundle if the run has one (test/tools/e2e/bundle.ts). */
export function programOf(source: string): string {
  const { BOT_BUNDLE: bundle } = process.env
  return bundle === undefined ? source : join(bundle, `${basename(source, '.ts')}.js`)
}
