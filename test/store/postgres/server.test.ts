import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('a process that has loaded PostgreSQL ends with the exit code that it was given: failed tests fail the run', () => {
  const from = JSON.stringify(new URL('../../tools/postgres.ts', import.meta.url).href)
  const program = `
    import { loadEmbeddedPostgres } from ${from}
    await loadEmbeddedPostgres()
    process.exitCode = 7`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 7, stderr: '' })
})
