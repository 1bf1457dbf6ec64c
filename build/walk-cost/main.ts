/**
 * `npm run walk-cost`: what the real process runs for a mention and for other events, and how many names its rooms show to each other. `--json`
 * prints only the figures, `--check` fails if one rose without a reason in best.json, `--keep` writes lower ones there, and `--ran FILE`
 * writes every function that ran.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { largestBags } from './bags.ts'
import { type Best, flatten, kept, risen } from './best.ts'
import { linesOf } from './lines.ts'
import { namesOverBorders, readNames, roomOf, shareWithOneImporter } from './names.ts'
import { oldRooms } from './old-rooms.ts'
import { openSource } from './source.ts'
import { type Measured, measureWalks } from './walks.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    check: { type: 'boolean' },
    keep: { type: 'boolean' },
    ran: { type: 'string' },
  },
})
const root = process.cwd()
const bestFile = new URL('best.json', import.meta.url)
const best: Best = JSON.parse(readFileSync(bestFile, 'utf8'))

const source = openSource(root)
const names = readNames(source, root)
const bags = largestBags(source, root)
const { walks, ran } = await measureWalks(root, source.statementsOf)
source.close()

const sum = (counts: Map<string, number>) => [...counts.values()].reduce((all, one) => all + one, 0)
const rooms = namesOverBorders(names, roomOf)
const old = oldRooms()
const figures = {
  ...walks,
  exportsWithOneImporter: Math.round(shareWithOneImporter(names) * 1000) / 1000,
  namesOverBorders: sum(rooms),
  namesOverOldBorders: sum(namesOverBorders(names, old.roomOf)),
  largestBag: bags.flat.members,
  largestBagWithNested: bags.nested.nested,
  lines: linesOf(root),
}
const flat = flatten(figures)

process.stdout.write(values.json === true ? `${JSON.stringify(figures, undefined, 2)}\n` : table())
if (values.ran !== undefined) writeFileSync(values.ran, JSON.stringify(listed(ran), undefined, 2))
if (values.keep === true) writeFileSync(bestFile, `${JSON.stringify(kept(flat, best), undefined, 2)}\n`)
if (values.check === true) {
  const unmapped = [...old.unmapped].map((path) => `moved-files.json does not say in which room ${path} was.`)
  const faults = [...risen(flat, best), ...unmapped]
  process.stderr.write(faults.map((fault) => `${fault}\n`).join(''))
  process.exitCode = faults.length > 0 ? 1 : 0
}

function table(): string {
  const one = Object.entries(walks).map(
    ([name, walk]) =>
      `${name.padEnd(14)}${Object.entries(walk).map(([what, value]) => ` ${value} ${what}`)}\n`,
  )
  const rest = Object.entries(flat).filter(([name]) => !Object.hasOwn(walks, name.split('.')[0] ?? ''))
  const shown = [...rooms].map(([room, count]) => `${room} ${count}`).join(', ')
  return [
    ...one,
    ...rest.map(([name, value]) => `${name}: ${value}\n`),
    `Largest bag: ${bags.flat.where}; with nested ones: ${bags.nested.where}\n`,
    `Names that each room shows: ${shown}\n`,
  ].join('')
}

function listed(walked: Measured['ran']): Record<string, string[]> {
  const lines = Object.entries(walked).map(([name, { functions }]) => [
    name,
    [...functions].map(([place, { name: called }]) => `${place} ${called}`).sort(),
  ])
  return Object.fromEntries(lines)
}
