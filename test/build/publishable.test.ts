import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const packedSchema = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    files: z.array(z.object({ path: z.string(), mode: z.number() })),
  }),
)
const manifestSchema = z.looseObject({
  ...{ name: z.string(), version: z.string(), description: z.string().min(20), license: z.literal('MIT') },
  engines: z.object({ node: z.string() }),
  publishConfig: z.strictObject({ access: z.literal('public') }),
})

/** What would be published, without what the build makes. */
describe.each([
  ['overheard', '.', ['LICENSE', 'README.md', 'SECURITY.md', 'CHANGELOG.md', 'package.json', '.env.example']],
  [
    'slack-on-your-desk',
    'packages/slack-on-your-desk',
    ['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json'],
  ],
])('the package %s, before a person publishes it', (name, folder, needed) => {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const npm = ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline']
  const [packed] = packedSchema.parse(JSON.parse(execFileSync('npm', npm, { cwd: folder, encoding: 'utf8' })))
  const paths = packed?.files.map(({ path }) => path) ?? []

  it('has its name, a licence, and the files that people look for', () => {
    expect(manifest.name).toBe(name)
    expect([packed?.name, packed?.version]).toEqual([name, manifest.version])
    for (const file of needed) expect(paths).toContain(file)
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toMatch(/^MIT License/)
  })

  it('has nothing of a person, of the tests or of the sources', () => {
    const unwanted =
      /(^|\/)(\.env$|\.npmrc|node_modules|test|tests|src|bench|build|data|\.git|[^/]*\.(sqlite|log|pem|key|ts))(\/|$)/
    const ours = (path: string) => path.startsWith('dist/') || /^docs\/.*\.md$/.test(path)
    expect(paths.filter((path) => unwanted.test(path) && !ours(path))).toEqual([])
  })

  it('names no place on the Internet that nobody has decided on', () => {
    // The workflow that publishes it sets `repository`, from the repository in which it runs.
    expect(manifest).not.toHaveProperty('repository')
    expect(manifest).not.toHaveProperty('homepage')
    expect(manifest).not.toHaveProperty('bugs')
    expect(readFileSync('.github/workflows/release.yml', 'utf8')).toContain('npm pkg set repository=')
  })

  it('is published with a proof of its origin, and nothing runs when somebody installs it', () => {
    const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(manifest)
    for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(scripts).not.toHaveProperty(script)
    expect(readFileSync('.github/workflows/release.yml', 'utf8')).toMatch(
      /npm publish .*--provenance --access public/,
    )
  })

  it('is named by the page for whoever publishes it first', () => {
    expect(readFileSync('CONTRIBUTING.md', 'utf8')).toContain(`npm view ${name}`)
    expect(existsSync(join(folder, 'CHANGELOG.md'))).toBe(true)
  })
})
