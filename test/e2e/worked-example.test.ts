import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { copyProject, runIn } from '../../build/project-copy.ts'
import { channel, createWorld } from '../tools/e2e/bot-world.ts'
import { peopleIn } from '../tools/e2e/people-world.ts'

/** Follows “A feature in ten minutes” of CONTRIBUTING.md in a copy of the project. */

const list = 'src/features.ts'
const page = readFileSync('CONTRIBUTING.md', 'utf8')
const [, text = ''] = page.split('### A feature in ten minutes\n')
const [example = ''] = text.split('\n## ')
const blocks = [...example.matchAll(/`([^`\n]+)`:\n\n```(\w+)\n([\s\S]*?)^```$/gm)].map(
  ([, file = '', language, code = '']) => ({ file, language, code }),
)

/** Puts each added line above the line that follows it in the difference. */
function apply(difference: string, before: string): string {
  let after = before
  for (const [, added, next = ''] of difference.matchAll(/^\+(.*)\n (.*)$/gm)) {
    expect(after).toContain(`${next}\n`)
    after = after.replace(`${next}\n`, `${added}\n${next}\n`)
  }
  return after
}

let copy: string
const run = (program: string, ...args: string[]) => {
  const { isGreen, output } = runIn(copy, program, args)
  if (!isGreen) expect.unreachable(output)
}

beforeAll(() => {
  copy = copyProject()
  for (const { file, language, code } of blocks) {
    const path = join(copy, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, language === 'diff' ? apply(code, readFileSync(path, 'utf8')) : code)
  }
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe('the worked example of a feature in CONTRIBUTING.md', () => {
  it('is one folder, its tests and a line in the list of features', () => {
    const folders = blocks.map(({ file }) => dirname(file))
    expect(new Set(folders)).toEqual(new Set(['src/features/tally', 'src', 'test/features/tally']))
    expect(blocks.filter(({ language }) => language === 'diff').map(({ file }) => file)).toEqual([list])
  })

  it('has the right format and types, its own test is green, and its key gets into the docs', () => {
    run('biome', 'check', '--write', list)
    run('biome', 'check', 'src/features/tally', 'test/features/tally')
    run('node', 'build/docs/main.ts')
    expect(readFileSync(join(copy, 'docs/reference/configuration.md'), 'utf8')).toContain('`tallyHours`')
    const product = {
      extends: './tsconfig.json',
      include: ['src', 'packages/listen/src', 'test/features/tally'],
    }
    writeFileSync(join(copy, 'tsconfig.example.json'), JSON.stringify(product))
    run('tsc', '--project', 'tsconfig.example.json', '--incremental', 'false')
    run('vitest', 'run', '--project', 'unit', 'test/features/tally')
  })

  it('has what the tests demand that all features share', () => {
    const shared = [
      'test/kernel/limits.test.ts',
      'test/store/damage.test.ts',
      'test/messages/notifications.test.ts',
      'test/texts.test.ts',
    ]
    run('vitest', 'run', '--project', 'unit', ...shared)
  })

  it('counts, answers its command and shows its line on the home tab of a bot that has it, unless its setting is 0', async () => {
    const subscription = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }
    const world = await createWorld({
      configuration: { subscriptions: [subscription] },
      runs: join(copy, 'src/main.ts'),
    })
    const people = peopleIn(world)
    const ana = 'U0000000ANA'
    try {
      world.add(1)
      world.start()
      await world.until('the initial sync', () => world.watches())
      for (const id of [101, 102]) world.add(id)
      await world.until('the posts', () => world.ids().length === 2)
      expect(await world.end('SIGTERM')).toBe(0)

      // The job runs at the start.
      world.start()
      await expect
        .poll(() => people.ask(ana, channel, '/mentions tally'), { interval: 300 })
        .toContain('This channel got 2 messages in the last 24 hours.')
      expect(await people.home(ana)).toContain('Your channels got 2 messages in the last 24 hours.')
      expect(await world.end('SIGTERM')).toBe(0)

      writeFileSync(
        join(world.folder, 'overheard.yaml'),
        stringify({ subscriptions: [subscription], tallyHours: 0 }),
      )
      world.start()
      expect(await people.ask(ana, channel, '/mentions tally')).not.toContain('This channel got')
    } finally {
      await world.close()
    }
  })
})
