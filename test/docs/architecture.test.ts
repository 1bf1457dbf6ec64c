import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const page = readFileSync('docs/build/architecture.md', 'utf8')
const [, folders = ''] = /^## Folders$([\s\S]*?)^## /m.exec(page) ?? []

describe('docs/build/architecture.md', () => {
  it('has every file and folder of src/ in its list of folders', () => {
    const rows = folders.match(/^- `.*$/gm) ?? []
    const named = rows.flatMap((row) =>
      [...(row.split(': ')[0] ?? '').matchAll(/`([\w.-]+)\/?`/g)].map(([, name]) => name),
    )
    const missing = globSync('src/*').filter((path) => !named.includes(path.slice('src/'.length)))
    expect(missing).toEqual([])
  })

  it('shows the layers that npm run tool -- imports checks', () => {
    const [, rule = ''] =
      /^const layers = \[\n([\s\S]*?)^\]$/m.exec(readFileSync('.dependency-cruiser.mjs', 'utf8')) ?? []
    const checked = rule
      .trim()
      .split('\n')
      .map((line) => [...line.matchAll(/'([^']+)'/g)].map(([, name]) => name))
    const [, shown = ''] = /^```text\n([\s\S]*?)^```$/m.exec(folders) ?? []
    expect(checked.length).toBeGreaterThan(5)
    expect(shown.split('←').map((layer) => layer.trim().split(/,\s*/))).toEqual(checked)
  })
})
