/** Copies the folder beside itself, in the shell of the computer that it lies on. */
export function copyCommand(folder: string): string {
  const isWindows = /^[A-Za-z]:\\|^\\\\/.test(folder)
  return isWindows
    ? `Copy-Item -Recurse '${folder.replaceAll("'", "''")}' '${folder.replaceAll("'", "''")}-backup'`
    : `cp -a ${quoted(folder)} ${quoted(`${folder}-backup`)}`
}

const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)
