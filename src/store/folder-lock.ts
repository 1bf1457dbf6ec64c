import { rm } from 'node:fs/promises'
import net from 'node:net'
import { join, relative } from 'node:path'
import { makeFolder } from './make-folder.ts'

/** The folder belongs to another living process. */
export class FolderTakenError extends Error {
  constructor(folder: string) {
    super(
      `Another process works on the folder ${folder}: one process a folder (or set DATABASE_URL to run several).`,
    )
    this.name = 'FolderTakenError'
  }
}

/** No lock can be made in the folder, as its path is too long for one. */
export class FolderPathError extends Error {
  override readonly name = 'FolderPathError'
}

/** The longest path of a local socket that every system takes. */
const longestPath = 100

/**
 * Takes a folder for this process; returns how to give it back. The lock is a local socket, because the kernel closes it with
 * the process however that dies: no pid to compare, nothing left that could pass for a living owner.
 * Throws FolderTakenError where another process holds it, FolderPathError where its path is too long.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await makeFolder(folder)
  const path = socketPath(folder)
  let server = await listen(path)
  if (server === 'taken' && !(await answers(path))) {
    await rm(path, { force: true })
    server = await listen(path)
  }
  if (server === 'taken') throw new FolderTakenError(folder)
  const held = server
  return () => new Promise((done) => held.close(() => done()))
}

function socketPath(folder: string): string {
  const absolute = join(folder, 'lock.sock')
  const near = relative(process.cwd(), absolute)
  const path = near.length < absolute.length ? near : absolute
  if (Buffer.byteLength(path) > longestPath)
    throw new FolderPathError(
      `The path of the folder ${folder} is too long for its lock: name a shorter one.`,
    )
  return path
}

function listen(path: string): Promise<net.Server | 'taken'> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy())
    server.once('error', (error) =>
      'code' in error && error.code === 'EADDRINUSE' ? resolve('taken') : reject(error),
    )
    server.listen(path, () => resolve(server.unref()))
  })
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(path, () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('close', () => socket.destroy())
  })
}
