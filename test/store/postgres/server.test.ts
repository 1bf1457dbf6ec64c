import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('a test process that has loaded PostgreSQL keeps its exit code, so that failed tests fail the run', () => {
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
