import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { scoreFile } from '../../packages/listen/test/sources/feeds/score/score-file.ts'

/**
 * `npm run tool -- feeds-score FOLDER`: reads each file below a folder of Universal Feed Parser's tests (github.com/kurtmckee/feedparser, `tests`)
 * as a feed, and compares the titles, links and dates of entries with those that the file expects. Ends with exit code 1 if one of the
 * folders rss, atom, atom10 and rdf of `wellformed` has less than 98 % right, or if a file makes the parser throw.
 */

const leastShare = 0.98
const mustBeRight = /(^|\/)(wellformed\/)?(rss|atom|atom10|rdf)$/
const say = (line: string) => void process.stdout.write(`${line}\n`)

const root = process.argv[2]
if (root === undefined) {
  say('Name the folder: npm run tool -- feeds-score FOLDER')
  process.exit(64)
}

type Folder = { files: number; claiming: number; right: number; slowestMs: number; lines: string[] }
const folders = new Map<string, Folder>()
const excluded = new Map<string, string[]>()
for (const file of readdirSync(root, { recursive: true, withFileTypes: true })) {
  if (!file.isFile() || file.name.endsWith('.py')) continue
  const path = join(file.parentPath, file.name)
  const name = relative(root, path)
  const key = relative(root, file.parentPath) || '.'
  const folder = folders.get(key) ?? { files: 0, claiming: 0, right: 0, slowestMs: 0, lines: [] }
  folders.set(key, folder)
  folder.files += 1
  try {
    const { claims, misses, excluded: parts, ms } = scoreFile(readFileSync(path))
    folder.slowestMs = Math.max(folder.slowestMs, ms)
    for (const { part, reason } of parts)
      excluded.set(reason, [...(excluded.get(reason) ?? []), `${name}: ${part}`])
    if (claims.length > 0) folder.claiming += 1
    if (claims.length > 0 && misses.length === 0) folder.right += 1
    folder.lines.push(...misses.map((miss) => `MISSED ${name}: ${miss}`))
  } catch (error) {
    folder.lines.push(`THREW ${name}: ${error}`)
    process.exitCode = 1
  }
}

for (const [name, { files, claiming, right, slowestMs, lines }] of [...folders].sort()) {
  const share =
    claiming === 0 ? '' : `, ${right} of ${claiming} right (${((100 * right) / claiming).toFixed(1)}%)`
  say(`${name}: ${files} files read${share}, slowest ${slowestMs.toFixed(0)} ms`)
  for (const line of lines) say(`  ${line}`)
  if (mustBeRight.test(name) && right < leastShare * claiming) process.exitCode = 1
}
for (const [reason, parts] of excluded) {
  say(`Not compared, because it is ${reason}:`)
  for (const part of parts) say(`  ${part}`)
}
