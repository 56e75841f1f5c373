#!/bin/sh
# cluster.sh ROOT: a Grid Engine of one host, "head", with a master and 8 slots. It is the first process of namespaces of its own, so
# nothing of this machine sees it, and everything ends with it. What it writes is in memory. Prints "ready".
set -eu
root=$1
programs=/usr/lib/gridengine
cell=/var/lib/gridengine/default
spool=/var/spool/gridengine

hostname head
# Grid Engine takes no host whose name is that of 127.0.0.1.
ip link set lo up
ip addr add 10.99.0.1/32 dev lo
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root$cell"
mount -t tmpfs tmpfs "$root$spool"
chmod 1777 "$root/tmp"

within() {
  env -i LC_ALL=C TZ=UTC HOME=/tmp PATH="$programs:/usr/sbin:/usr/bin:/sbin:/bin" SGE_ROOT=/var/lib/gridengine SGE_CELL=default \
    SGE_QMASTER_PORT=6444 SGE_EXECD_PORT=6445 SGE_CLUSTER_NAME=fairway SGE_ND=1 chroot "$root" "$@"
}
admin() { within runuser -u sgeadmin -- "$@"; }
await() {
  for _ in $(seq 300); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.2
  done
  echo "not so after a minute: $*"
  exit 1
}
# change KEY VALUE: standard input with another value of a key, its continued lines joined
change() {
  sed -e ':a' -e '/\\$/N' -e 's/\\\n *//' -e 'ta' | awk -v key="$1" -v value="$2" '
    $1 == key { print key, value; found = 1; next } !/^#/ { print } END { if (!found) print key, value }'
}
is_up() { within qhost -h head | awk '$1 == "head" && $2 != "-" { up = 1 } END { exit !up }'; }
file() { cat >"$root/tmp/$1"; }

mkdir -p "$root$cell/common" "$root$spool/spooldb" "$root$spool/qmaster/job_scripts" "$root$spool/execd"
cat >"$root$cell/common/bootstrap" <<IN
admin_user sgeadmin
default_domain none
ignore_fqdn false
spooling_method berkeleydb
spooling_lib libspoolb
spooling_params $spool/spooldb
binary_path $programs
qmaster_spool_dir $spool/qmaster
security_mode none
listener_threads 2
worker_threads 2
scheduler_threads 1
IN
echo head >"$root$cell/common/act_qmaster"
within chown -R sgeadmin:sgeadmin "$spool" "$cell"
admin /usr/share/gridengine/scripts/init_cluster /var/lib/gridengine default "$spool/spooldb" sgeadmin
within sge_qmaster &
await within qconf -sh
admin qconf -as head

within qconf -sconf global | change reporting_params "accounting=true reporting=false accounting_flush_time=00:00:00" |
  change load_report_time 00:00:02 | change max_unheard 00:00:20 | change mailer /bin/true | file global
admin qconf -Mconf /tmp/global
within qconf -ssconf | change schedule_interval 0:0:1 | change flush_submit_sec 1 | change flush_finish_sec 1 |
  change job_load_adjustments none | file scheduler
admin qconf -Msconf /tmp/scheduler
for pe in 'smp FALSE' 'mpi TRUE'; do
  cat <<IN | file pe
pe_name ${pe% *}
slots 99
user_lists NONE
xuser_lists NONE
start_proc_args NONE
stop_proc_args NONE
allocation_rule \$pe_slots
control_slaves ${pe#* }
job_is_first_task FALSE
urgency_slots min
accounting_summary FALSE
qsort_args NONE
IN
  admin qconf -Ap /tmp/pe
done
for department in 'hep anna,bob' 'life cleo'; do
  # shellcheck disable=SC2086 # two words
  printf 'name %s\ntype DEPT\nfshare 0\noticket 0\nentries %s\n' $department | file department
  admin qconf -Au /tmp/department
done
for project in physics biology; do
  printf 'name %s\noticket 0\nfshare 0\nacl NONE\nxacl NONE\n' "$project" | file project
  admin qconf -Aprj /tmp/project
done
within qconf -sq | change qname all.q | change hostlist head | change slots 8 | change load_thresholds NONE |
  change shell /bin/sh | change shell_start_mode unix_behavior | change pe_list 'smp mpi' | file queue
admin qconf -Aq /tmp/queue
within sge_execd &
await is_up
echo ready
# Jobs that lose their parents become children of this process.
while :; do
  sleep 1000 &
  wait
done
