# SPDX-License-Identifier: GPL-3.0-or-later
# The tests that take longest, in seconds on two busy cores. `ctest -j` starts them first, so that a run does not end with
# a core that waits for the other's last test: on a clean checkout, where it has measured none yet, as well.
set(MASU_TEST_COSTS
    cluster_train_test 110 cluster_train_failure_test 30 cluster_train_refusal_test 15 cluster_train_link_test 10
    cli_faults_test 130 cli_export_test 110 train_receipt_test 80 cli_train_faults_test 75 cli_overwrite_test 70
    train_worker_test 70 cli_observed_train_test 65 train_real_data_test 60 cli_predict_test 60
    shards_export_files_test 55 train_resume_test 50 train_trainer_test 45 store_hostile_files_test 25
    cli_observed_estimate_test 40 ingest_import_resume_test 35 cli_observed_test 33 store_publish_death_test 30
    ingest_recording_resume_test 36 ingest_part_import_test 40 shards_parts_test 30
    tasks_stored_types_test 36 python_tasks_test 35 shards_formats_test 35
    install_package_test 30 train_foreign_module_test 40 python_process_test 30 train_checkpoint_test 28
    cli_large_test 28 loader_stream_threads_test 24 cli_hostile_test 23 cli_writers_test 20
    cli_observed_import_test 20 cli_path_test 18 python_help_test 17 cli_devices_test 16 cli_suspects_test 15
    cli_threshold_test 20 ui_split_page_test 16 ingest_table_oddities_test 20 cli_recordings_test 12
    fuzz_smoke_test 35 python_types_test 12 shards_npm_readers_test 12 python_loader_test 12
    shards_csv_shards_test 11 ui_import_rules_test 11 ui_train_page_test 11 python_seen_test 11
    ui_run_history_test 20)

# masu_test_cost(NAME): what the table above holds for a test that was added in this folder.
function(masu_test_cost name)
  list(FIND MASU_TEST_COSTS ${name} place)
  if(place GREATER -1)
    math(EXPR place "${place} + 1")
    list(GET MASU_TEST_COSTS ${place} cost)
    set_tests_properties(${name} PROPERTIES COST ${cost})
  endif()
endfunction()
