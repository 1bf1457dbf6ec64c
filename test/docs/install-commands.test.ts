import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** All pages, and all texts that the programs print. */
const pages = [
  '*.md',
  '.github/**/*.{md,yml}',
  '.changeset/*.md',
  'docs/**/*.md',
  'config/*',
  'deploy/**/*.*',
  'deploy/Dockerfile',
  'sandbox/**/*.md',
  'sandbox/**/*.ts',
  'packages/*/*.md',
  'packages/*/{src,docs}/**/*.{md,ts}',
  'src/**/*.{md,ts}',
  'test/frozen/**/*.md',
].flatMap((pattern) => globSync(pattern, { exclude: (path) => String(path).includes('node_modules') }))

const read = (page: string) => readFileSync(page, 'utf8')

const names = '(?:overheard|slack-on-your-desk)'
const installer = String.raw`\b(?:npm (?:install|i|add|exec|create|x)|pnpm (?:add|install|i|dlx)|yarn (?:add|global add|dlx)|bun (?:add|install|x)|bunx|npx (?:-y|--yes|-p|--package)|deno (?:add|install))`

/** Until our packages are published, anybody can publish a program under their names. */
it('no page and no program tells people to install our packages from a registry', () => {
  const installs = pages.flatMap((page) =>
    [...read(page).matchAll(new RegExp(`${installer} [^&;\`\\n]*`, 'g'))].map(
      ([command]) => `${page}: ${command}`,
    ),
  )
  expect(installs.length).toBeGreaterThan(8)
  expect(
    installs.filter((line) => new RegExp(String.raw`[\s=:]${names}(@[^\s/]*)?(\s|$)`).test(line)),
  ).toEqual([])
})

/** If it is not installed, npx asks a registry for it. */
it('each page with `npx` and one of our names says that the packed file must be installed, or links to the page that says it', () => {
  const told = /(?:overheard|slack-on-your-desk)-\d[\d.]*\.tgz|README\.md|install\.md|from a registry/
  const bare = pages.filter(
    (page) =>
      page.endsWith('.md') &&
      new RegExp(String.raw`npx ${names}\b`).test(read(page)) &&
      !told.test(read(page)),
  )
  expect(bare).toEqual([])
})

it('the README says that the packages are in no registry yet', () => {
  for (const page of ['README.md', 'packages/slack-on-your-desk/README.md'])
    expect(read(page)).toContain('not in a registry yet')
})
