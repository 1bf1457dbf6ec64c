/** The list in src/features.ts as text: each feature has an import of `./features/FOLDER/feature.ts` in it. */
export const listFile = 'src/features.ts'

/** Returns the folders of the features, in the order of the imports. */
export const foldersIn = (text: string): string[] =>
  [...text.matchAll(/^import \{ \w+ \} from '\.\/features\/([^/]+)\/feature\.ts'$/gm)].map(
    ([, folder = '']) => folder,
  )

/** Returns the list without the features in these folders. */
export function withoutFeatures(text: string, folders: string[]): string {
  let left = text
  for (const folder of folders) {
    const line = new RegExp(`^import \\{ (\\w+) \\} from '\\./features/${folder}/feature\\.ts'\\n`, 'm')
    const [found, name] = line.exec(left) ?? []
    if (found === undefined) throw new Error(`${listFile} has no feature in the folder ${folder}.`)
    left = left.replace(found, '').replace(new RegExp(`(?<=[[,]\\s*)${name}\\b,?\\s*`), '')
  }
  return left
}
