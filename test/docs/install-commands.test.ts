import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const pages = globSync([
  '*.md',
  'docs/*.md',
  'sandbox/slack/*.md',
  'sandbox/slack/docs/*.md',
  'deploy/*.*',
  'deploy/Dockerfile',
])

/** Until our packages are published, anybody can publish a program under their names. */
it('no page tells people to install our packages from a registry', () => {
  const installs = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\bnpm (?:install|i|add|exec) [^&;`\n]*/g)].map(
      ([command]) => `${page}: ${command}`,
    ),
  )
  expect(installs.length).toBeGreaterThan(3)
  expect(installs.filter((line) => /[\s=](overheard|slack-on-your-desk)(@|\s|$)/.test(line))).toEqual([])
})
