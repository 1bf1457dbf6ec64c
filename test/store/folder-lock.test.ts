import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FolderTakenError, lockFolder } from '../../src/store/folder-lock.ts'
import { emptyFolder } from './folder.ts'

/** Another process that takes the folder, says how that went, and lives on. */
async function otherProcess(folder: string): Promise<{ child: ChildProcess; said: string }> {
  const program = `
    import { lockFolder } from ${JSON.stringify(new URL('../../src/store/folder-lock.ts', import.meta.url).href)}
    await lockFolder(${JSON.stringify(folder)}).then(() => console.log('taken'), (error) => console.log(error.name))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [chunk] = await once(child.stdout, 'data')
  return { child, said: String(chunk).trim() }
}

describe('a folder', () => {
  it('is taken once, and free again when it is given back', async () => {
    const folder = join(emptyFolder(), 'made', 'here')
    const release = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(FolderTakenError)
    await release()
    await (await lockFolder(folder))()
  })

  it('that this process has is refused to another', async () => {
    const folder = emptyFolder()
    const release = await lockFolder(folder)
    expect((await otherProcess(folder)).said).toBe('FolderTakenError')
    await release()
  })

  it('that another process has is refused, until that is killed without warning', async () => {
    const folder = emptyFolder()
    const { child, said } = await otherProcess(folder)
    expect(said).toBe('taken')
    await expect(lockFolder(folder)).rejects.toThrow(`Another process works on the folder ${folder}`)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    await (await lockFolder(folder))()
  })

  it('is taken over where something lies in the place of the lock', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'lock.sock'), '')
    await (await lockFolder(folder))()
  })

  it('whose path is too long for a lock says so', async () => {
    await expect(lockFolder(join(emptyFolder(), 'x'.repeat(120)))).rejects.toThrow('too long for its lock')
  })
})
