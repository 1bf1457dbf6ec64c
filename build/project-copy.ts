import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Copies the files that git knows or could know, and links the packages. Returns the folder of the copy. */
export function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-copy-'))
  copyFiles(folder)
  for (const packages of ['node_modules', 'packages/slack-on-your-desk/node_modules'])
    symlinkSync(join(process.cwd(), packages), join(folder, packages))
  return folder
}

/** Brings back what was changed or deleted in a copy. What came into it stays. */
export function copyFiles(folder: string): void {
  const listed = spawnSync('git', ['ls-files', '-zco', '--exclude-standard'], { encoding: 'utf8' })
  for (const file of new Set(listed.stdout.split('\0').filter(Boolean)))
    cpSync(file, join(folder, file), { recursive: true, errorOnExist: false, force: true })
}

/** Runs a command of a package in a copy. */
export function runIn(folder: string, program: string, args: string[]): { isGreen: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(join('node_modules/.bin', program), args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    // Without the variables of a test run that this process may be part of.
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: process.env.HOME },
  })
  return { isGreen: status === 0, output: `${stdout}${stderr}` }
}
