import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The lists of exceptions in the rules of imports, which `npm run tool -- imports` checks. */
const rules = readFileSync('.dependency-cruiser.mjs', 'utf8')

function listed(name: string): string[] {
  const [, list = ''] = rules.match(new RegExp(`const ${name} = \\[([^\\]]*)\\]`)) ?? []
  return [...list.matchAll(/'([^']+)'/g)].map(([, item = '']) => item)
}

const rooms = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())

it('every room of src has an index.ts, by which alone others enter it, or is listed as one without', () => {
  const without = rooms.map(({ name }) => name).filter((name) => !existsSync(`src/${name}/index.ts`))
  expect(listed('roomsWithoutDoor')).toEqual(without.sort())
})

it('the lists of rooms without a door, and of files beside a door, only become shorter', () => {
  expect(listed('roomsWithoutDoor')).toHaveLength(19)
  expect(listed('besideTheDoor')).toEqual([])
})
