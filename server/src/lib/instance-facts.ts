/** One running process of the site, as it describes itself. */
export interface InstanceFacts {
  /** New at each start; at most 36 characters. */
  id: string;
  /** The version of this plugin. */
  version: string;
  host: string;
  pid: number;
}
