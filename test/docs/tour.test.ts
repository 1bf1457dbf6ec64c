import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const page = readFileSync('docs/build/architecture.md', 'utf8')
const [, tour = ''] = /^## The order in two minutes$([\s\S]*?)^## /m.exec(page) ?? []
const rows = [...tour.matchAll(/^\| (.*?) \|(.*?)\| \[(.*?)\]\((.*?)\) \| `(.*?)` \|$/gm)].map(
  ([, ordered = '', named = '', file = '', target = '', line = '']) => ({
    ...{ ordered, file, target, line },
    uses: named.replaceAll(/[` ]/g, ''),
  }),
)
const { dependencies, devDependencies } = z
  .object({
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

const ordered = [
  ...['cron', '`since_id`', 'lowdb', 'formatted blocks', '`/mentions-stats`', 'totals', 'sparkline'],
  ...['digest comes every week', 'undici', 'Procfile'],
]
const packages = ['@slack/bolt', 'node-cron', 'undici', 'lowdb', 'date-fns', 'vitest']

describe('the tour of the order in docs/build/architecture.md', () => {
  it('comes before everything else on the page', () => {
    expect(page.match(/^## .*$/m)?.[0]).toBe('## The order in two minutes')
  })

  it('has a row for each thing and each package of the order', () => {
    expect(tour.match(/^\| (?!ordered|---).*$/gm)).toHaveLength(rows.length)
    expect(ordered.filter((words) => !rows.some((row) => row.ordered.includes(words)))).toEqual([])
    expect(rows.map(({ uses }) => uses).filter((name) => name !== '')).toEqual(
      expect.arrayContaining(packages),
    )
  })

  it.each(rows)('$ordered: $file has one such line, and imports the package', (row) => {
    expect(row.target).toBe(`../../${row.file}`)
    expect(existsSync(row.file)).toBe(true)
    const text = readFileSync(row.file, 'utf8')
    expect(text.split('\n').filter((line) => line.includes(row.line))).toHaveLength(1)
    if (row.uses === '') return
    expect({ ...dependencies, ...devDependencies }).toHaveProperty([row.uses])
    expect(text).toMatch(new RegExp(`^(import|\\}).* from '${row.uses}['/]`, 'm'))
  })

  it('files that keep the last ids and ring say in their names by which package', () => {
    const fileOf = (name: string) => rows.find(({ uses }) => uses === name)?.file
    expect(fileOf('lowdb')).toMatch(/\/lowdb-[\w-]+\.ts$/)
    expect(fileOf('node-cron')).toMatch(/\/cron-[\w-]+\.ts$/)
  })

  it('is in the README, too', () => {
    const readme = readFileSync('README.md', 'utf8')
    const paragraph = readme.split('\n\n').find((one) => one.includes('#the-order-in-two-minutes')) ?? ''
    const names = [...ordered, ...packages].filter((name) => !/every week|cron$/.test(name))
    expect(names.filter((name) => !paragraph.includes(name))).toEqual([])
    expect(paragraph.match(/[.:] ?(?=[A-Z[`]|$)/g)?.length).toBeLessThanOrEqual(3)
  })
})
