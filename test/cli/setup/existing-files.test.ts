import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { goodTokens, openWorld } from './setup-world.ts'

describe('npm run setup with incomplete input or with unusable files', () => {
  it.each([0, 1, 2, 3, 4, 5])(
    'ends with exit code 1 and writes nothing if the input ends after %i answers',
    async (count) => {
      const world = await openWorld()
      const { code, said } = await world.setUp(
        [...goodTokens(world), 'acme brand', 'general'].slice(0, count),
      )
      expect(code).toBe(1)
      expect(said).toContain('nothing was written')
      expect(await readdir(dirname(world.files.env))).toEqual([])
    },
  )

  it('does not start if the configuration has errors, and names their lines', async () => {
    const world = await openWorld()
    await world.write('configuration', 'subscriptions:\n  - name: a\n    chanel: C1\n')
    const { code, said } = await world.setUp([], { LOG_LEVEL: 'loud' })
    expect(code).toBe(78)
    expect(said).toContain('LOG_LEVEL: expected one of')
    expect(said).toContain('line 3: subscriptions[0].chanel: unknown key')
  })

  it('says that the files cannot be written if one of them cannot, and changes none of them', async () => {
    const world = await openWorld()
    await world.write('configuration', 'timezone: UTC\n')
    await mkdir(`${world.files.configuration}.new`)
    const { code, said } = await world.setUp([...goodTokens(world), 'acme brand', 'general'])
    expect(code).toBe(1)
    expect(said).toContain('The files cannot be written')
    expect(await readdir(dirname(world.files.env))).toEqual(['overheard.yaml', 'overheard.yaml.new'])
  })

  it.each(['env', 'configuration'] as const)(
    'reports before its first question that the %s file cannot be written',
    async (file) => {
      const world = await openWorld()
      await mkdir(`${world.files[file]}.new`)
      const { code, said } = await world.setUp([])
      expect(code).toBe(1)
      expect(said).toMatch(/^The files cannot be written \(.*\)\. They are as they were\.\n$/)
      expect(await readdir(dirname(world.files.env))).toHaveLength(1)
    },
  )

  it.each(['env', 'configuration'] as const)(
    'does not start if the %s file is not UTF-8, because characters would be lost',
    async (file) => {
      const world = await openWorld()
      const latin1 = Buffer.from('# first\n# Café\n', 'latin1')
      await writeFile(world.files[file], latin1)
      const { code, said } = await world.setUp(goodTokens(world))
      expect(code).toBe(78)
      expect(said).toContain(`${world.files[file]}, line 2: a character is not UTF-8`)
      expect(await readFile(world.files[file])).toEqual(latin1)
    },
  )
})
