import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** The checkers of the programs that read the files. */
const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0

it.skipIf(!isInstalled('systemd-analyze'))(
  'deploy/overheard.service has an exposure level of at most 1.3 in systemd-analyze security',
  () => {
    const args = ['security', '--offline=true', '--threshold=13', '--no-pager', 'deploy/overheard.service']
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    expect(status, stdout).toBe(0)
  },
)

it.skipIf(!isInstalled('promtool'))(
  'deploy/prometheus has rules whose tests pass, and a configuration, without an error of promtool',
  () => {
    const promtool = (...args: string[]) =>
      spawnSync('promtool', args, { cwd: 'deploy/prometheus', encoding: 'utf8' })
    const { stdout, stderr, status } = promtool('test', 'rules', 'overheard.rules.test.yml')
    expect(status, stdout + stderr).toBe(0)
    const checked = promtool('check', 'config', '--syntax-only', 'prometheus.yml')
    expect(checked.status, checked.stdout + checked.stderr).toBe(0)
  },
)
