/** One running process of the site, as it describes itself. */
export interface InstanceFacts {
  /** New with each start; at most 36 characters. */
  id: string;
  /** Of this plugin. */
  version: string;
  host: string;
  pid: number;
}
