import type { FolderLostError } from '../store/held-folder.ts'
import type { Problem } from '../troubles.ts'

/** The key of the trouble that this process has lost its folder. */
export const folderProblemKey = 'folder'

/** The trouble of a process whose folder another one has taken over. */
export function folderProblem(error: FolderLostError): Problem {
  return {
    code: 'folder_lost',
    what: `${error.message} This process posts nothing more, and ends.`,
    whatToDo:
      'See to it that one process works on a folder: end the other one, name another DATA_DIR, or set DATABASE_URL to run several.',
  }
}
