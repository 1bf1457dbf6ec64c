import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isKnownIdentity } from '@overheard/mention-client/identity'
import { describe, expect, it } from 'vitest'
import { emptyFolder } from '../../../../test/tools/folder.ts'
import { frozenAt, startFeedsOn } from './feeds.ts'

/** The present code goes on with feeds that earlier versions have read. The READMEs in `test/frozen` explain their files. */

const hour = 3_600_000
const frozen = (name: string, file: string) => readFileSync(join('test/frozen', name, file), 'utf8')
type Mention = { id: number; title: string; overheard_identities?: string[] }
const mentionsOf = (name: string): Mention[] => JSON.parse(frozen(name, 'mentions.json'))

function restored(name: string): string {
  const file = join(emptyFolder(), 'mentions.sqlite')
  const database = new DatabaseSync(file)
  database.exec(`BEGIN; ${frozen(name, 'mentions.sql')} COMMIT`)
  database.close()
  return file
}

/** The third entry of each feed of `test/tools/frozen-feeds.ts`. */
const third = (name: string) => `Acme on ${name}.example, 3`
const inAll = ['guid', 'no-guid', 'no-link', 'bare', 'campaign', 'restless', 'one-page-a', 'atom', 'json']
const published = [
  ...[...inAll, 'revised', 'one-link'].map(third),
  ...['Rival news, 6', 'Falcon report, 3'],
].toSorted()

describe.each([
  // That version took several entries of one page for one. One that it lost comes now: its feed still has it, and has changed.
  { name: 'mentions-2', lost: ['Acme on one-link.example, 1'] },
  { name: 'mentions-3', lost: [] },
])('the feeds of $name', ({ name, lost }) => {
  async function goOn(file: string) {
    const world = await startFeedsOn(file, frozenAt + 0.5 * hour, 'later')
    await world.time.advance(26 * hour)
    expect(world.runner.status().filter(({ failures }) => failures > 0)).toEqual([])
    return world.mentions()
  }

  it('give what is new once, and all mentions of before keep their ids', async () => {
    const then = mentionsOf(name)
    const now = await goOn(restored(name))
    expect(now.slice(0, then.length).map(({ id }) => id)).toEqual(then.map(({ id }) => id))
    const added = now.slice(then.length).map(({ title }) => title)
    expect(added.toSorted()).toEqual([...published, ...lost].toSorted())
  })
})

it('what this version tells of mentions-3 tells what was posted after the file was lost, but for a revised entry without a text', async () => {
  const kept = await startFeedsOn(restored('mentions-3'), frozenAt, 'second')
  const isKnown = isKnownIdentity(kept.mentions().flatMap((one) => one.overheard_identities?.at(-1) ?? []))
  const world = await startFeedsOn(':memory:', frozenAt + 0.5 * hour, 'later')
  await world.time.advance(26 * hour)
  const unknown = world.mentions().filter((one) => !isKnown(one.overheard_identities ?? []))
  expect(unknown.map(({ title }) => title).toSorted()).toEqual([...published, 'Acme wins the cup'].toSorted())
})

it('the identities of mentions-3 tell what was posted after the file was lost', async () => {
  const isKnown = isKnownIdentity(mentionsOf('mentions-3').flatMap((one) => one.overheard_identities ?? []))
  const world = await startFeedsOn(':memory:', frozenAt + 0.5 * hour, 'later')
  await world.time.advance(26 * hour)
  const unknown = world.mentions().filter((one) => !isKnown(one.overheard_identities ?? []))
  // Nothing but its page and title is as before, and a page may have several entries with one title.
  const revised = 'Acme wins the cup'
  expect(unknown.map(({ title }) => title).toSorted()).toEqual([...published, revised].toSorted())
})
