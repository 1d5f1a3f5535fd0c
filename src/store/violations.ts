/** The columns of a broken unique constraint, as `table.column[,column]`, or undefined for any other error. */
export function brokenUnique(error: unknown): string | undefined {
  const { errcode, code, message, detail, table } = error as Record<string, unknown>;
  if (errcode === sqliteUnique || errcode === sqlitePrimaryKey) {
    const columns = String(message)
      .replace(/^UNIQUE constraint failed: /, '')
      .split(', ');
    const [first = ''] = columns;
    return [first, ...columns.slice(1).map((column) => column.split('.')[1])].join(',');
  }
  if (code === postgresUnique) {
    const columns = /^Key \((.+?)\)=/.exec(String(detail))?.[1] ?? '';
    return `${table}.${columns.replaceAll(', ', ',')}`;
  }
  return undefined;
}

/** Something still points at the row, or what it points at is gone. */
export function brokenReference(error: unknown): boolean {
  const { errcode, code } = error as Record<string, unknown>;
  return (
    errcode === sqliteForeignKey ||
    errcode === sqliteRestrict ||
    code === postgresForeignKey ||
    code === postgresRestrict
  );
}

/** Two transactions waited for each other, and this one was given up. */
export function lostAgainstAnother(error: unknown): boolean {
  const { code } = error as Record<string, unknown>;
  return code === '40P01' || code === '40001';
}

/** The server is away, starting, stopping or full, or the connection to it was lost; or another process holds the file. */
export function isUnreachable(error: unknown): boolean {
  const { code, errcode, message } = error as Record<string, unknown>;
  if (errcode === sqliteBusy) return true;
  if (typeof code === 'string') return unreachableCode.test(code);
  return lostConnection.test(String(message));
}

/** Node's names of lost connections, and PostgreSQL's classes 08, 3D, 53 and 57P. */
const unreachableCode = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08|3D|53|57P)/;
const lostConnection = /^(Connection terminated|timeout exceeded when trying to connect)/;

const sqliteBusy = 5;
const sqliteUnique = 2067;
const sqlitePrimaryKey = 1555;
const sqliteForeignKey = 787;
/** SQLite carries `on delete restrict` out by a trigger of its own. */
const sqliteRestrict = 1811;
const postgresUnique = '23505';
const postgresForeignKey = '23503';
const postgresRestrict = '23001';
