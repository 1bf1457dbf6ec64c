import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { tools } from '../../build/tools.ts'

const pages = [...globSync('*.md'), ...globSync('docs/**/*.md')]
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

const allIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** The anchor that GitHub gives to a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

describe.each(pages)('the documentation page %s', (page) => {
  const text = readFileSync(page, 'utf8')

  it('links only to files and headings that exist', () => {
    const links = allIn(text, /\]\(([^)\s]+)\)/g).filter((link) => !link.startsWith('http'))
    const missing = links.filter((link) => {
      const [path = '', anchor] = link.split('#')
      const file = path === '' ? page : join(dirname(page), path)
      if (!existsSync(file)) return true
      const headings = anchor === undefined ? [] : allIn(readFileSync(file, 'utf8'), /^#+ (.+)$/gm)
      return anchor !== undefined && !headings.map(anchorOf).includes(anchor)
    })
    expect(missing).toEqual([])
  })

  it('names only files and folders of the repository that exist', () => {
    // A file above its code is one that the reader writes.
    const paths = allIn(text, /`((?:src|sandbox|test|bench|config|docs)\/[\w./-]+)`(?!:\n\n```ts)/g)
    // The setup writes this one.
    expect(paths.filter((path) => path !== 'config/overheard.yaml' && !existsSync(path))).toEqual([])
  })

  it('names only npm scripts and tools that exist', () => {
    const named = allIn(text, /npm run ([a-z][\w:-]*)/g)
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
    const namedTools = allIn(text, /npm run tool -- ([a-z][\w-]*)/g)
    expect(namedTools.filter((name) => tools[name] === undefined)).toEqual([])
  })
})

it('messages of the program name only pages and headings that exist', () => {
  const named = globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(docs\/[\w/-]+\.md)(?:, \\?"([^"\\]+)\\?")?/g)].map(
      ([, page = '', heading]) => ({ file, page, heading }),
    ),
  )
  expect(named.length).toBeGreaterThan(5)
  const wrong = named.filter(({ page, heading }) => {
    if (!existsSync(page)) return true
    return heading !== undefined && !allIn(readFileSync(page, 'utf8'), /^#+ (.+)$/gm).includes(heading)
  })
  expect(wrong).toEqual([])
})
