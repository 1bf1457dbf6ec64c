/** `npm run build`: the package's programs in `dist/`. */
import { bundle } from './bundle.ts'

await bundle({ overheard: 'src/overheard.ts', main: 'src/main.ts' }, 'dist')
