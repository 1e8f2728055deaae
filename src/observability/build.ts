import { readFileSync } from 'node:fs'

const ROOT = new URL('../../', import.meta.url)

/** @returns the version of the package, and the commit it was built from: a package notes it, a clone has it in git */
export function readBuild(): { version: string; commit?: string } {
  const { version, commit = readCommit() } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'))
  return { version, ...(commit && { commit: commit.slice(0, 12) }) }
}

/** Reads the files of git, because a server may lack the program. */
function readCommit(): string | undefined {
  try {
    const git = findGit()
    const head = readFileSync(new URL('HEAD', git), 'utf8').trim()
    const reference = head.replace(/^ref: /, '')
    if (reference === head) return head
    const common = new URL(`${readText(new URL('commondir', git)) ?? '.'}/`, git)
    const packed = readText(new URL('packed-refs', common))
      ?.split('\n')
      .find(line => line.endsWith(` ${reference}`))
    return readText(new URL(reference, common)) ?? packed?.split(' ')[0]
  } catch {
    return undefined
  }
}

/** A directory, or in a worktree a file that names one. */
function findGit(): URL {
  const file = readText(new URL('.git', ROOT))
  return new URL(`${file?.replace(/^gitdir: /, '') ?? '.git'}/`, ROOT)
}

function readText(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}
