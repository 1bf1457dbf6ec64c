import { basename, join } from 'node:path'

/** The program of the mention service: beside this one in the package, and in its folder in the repository. */
export const serviceProgram = basename(import.meta.filename).endsWith('.ts')
  ? join(import.meta.dirname, '../../service/mention-service.ts')
  : join(import.meta.dirname, 'mention-service.js')
